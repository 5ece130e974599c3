// SPDX-License-Identifier: MIT
// The device: hands out all other objects and keeps them until the host destroys them or the device.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/host_objects.h"
#include "cm/runtime/kernels/kernel.h"
#include "cm/runtime/kernels/print_buffer.h"
#include "cm/runtime/kernels/task.h"
#include "cm/runtime/queue/cm_queue.h"
#include "cm/runtime/surfaces/buffer.h"
#include "cm/runtime/surfaces/sampler_state.h"
#include "cm/runtime/surfaces/surface_2d.h"
#include "cm/runtime/surfaces/surface_3d.h"

namespace genmedia::runtime {

class Device final : public CmDevice {
public:
    explicit Device(VADisplay display) : display_(display) {}
    ~Device();  // waits for all enqueued tasks
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    INT CreateBuffer(UINT bytes, CmBuffer*& surface) override;
    INT CreateSurface2D(UINT width, UINT height, CM_SURFACE_FORMAT format, CmSurface2D*& surface) override;
    INT CreateSurface3D(UINT width, UINT height, UINT depth, CM_SURFACE_FORMAT format,
                        CmSurface3D*& surface) override;
    INT CreateSurface2D(VASurfaceID id, CmSurface2D*& surface) override;
    INT CreateSurface2D(VASurfaceID* ids, UINT count, CmSurface2D** surfaces) override;
    INT DestroySurface(CmBuffer*& surface) override;
    INT DestroySurface(CmSurface2D*& surface) override;
    INT DestroySurface(CmSurface3D*& surface) override;
    INT CreateQueue(CmQueue*& queue) override;
    INT LoadProgram(void* code, UINT bytes, CmProgram*& program, const char* options) override;
    INT CreateKernel(CmProgram* program, const char* name, CmKernel*& kernel, const char* options) override;
    INT CreateKernel(CmProgram* program, const char* name, const void* function, CmKernel*& kernel,
                     const char* options) override;
    INT CreateSampler(const CM_SAMPLER_STATE& state, CmSampler*& sampler) override;
    INT DestroyKernel(CmKernel*& kernel) override;
    INT DestroySampler(CmSampler*& sampler) override;
    INT DestroyProgram(CmProgram*& program) override;
    INT DestroyThreadSpace(CmThreadSpace*& space) override;
    INT CreateTask(CmTask*& task) override;
    INT DestroyTask(CmTask*& task) override;
    INT GetCaps(CM_DEVICE_CAP_NAME name, size_t& bytes, void* value) override;
    INT CreateThreadSpace(UINT width, UINT height, CmThreadSpace*& space) override;
    INT CreateBufferUP(UINT bytes, void* memory, CmBufferUP*& surface) override;
    INT DestroyBufferUP(CmBufferUP*& surface) override;
    INT GetSurface2DInfo(UINT width, UINT height, CM_SURFACE_FORMAT format, UINT& pitch,
                         UINT& bytes) override;
    INT CreateSurface2DUP(UINT width, UINT height, CM_SURFACE_FORMAT format, void* memory,
                          CmSurface2DUP*& surface) override;
    INT DestroySurface2DUP(CmSurface2DUP*& surface) override;
    INT CreateVmeSurfaceG7_5(CmSurface2D* current, CmSurface2D** forward, CmSurface2D** backward,
                             UINT forward_count, UINT backward_count, SurfaceIndex*& index) override;
    INT DestroyVmeSurfaceG7_5(SurfaceIndex*& index) override;
    INT CreateSampler8x8(const CM_SAMPLER_8X8_DESCR& state, CmSampler8x8*& sampler) override;
    INT DestroySampler8x8(CmSampler8x8*& sampler) override;
    INT CreateSampler8x8Surface(CmSurface2D* surface, SurfaceIndex*& index, CM_SAMPLER8x8_SURFACE type,
                                CM_SURFACE_ADDRESS_CONTROL_MODE mode) override;
    INT DestroySampler8x8Surface(SurfaceIndex*& index) override;
    INT CreateThreadGroupSpace(UINT threads_x, UINT threads_y, UINT groups_x, UINT groups_y,
                               CmThreadGroupSpace*& space) override;
    INT DestroyThreadGroupSpace(CmThreadGroupSpace*& space) override;
    INT SetL3Config(const L3ConfigRegisterValues* config) override;
    INT SetSuggestedL3Config(L3_SUGGEST_CONFIG config) override;
    INT SetCaps(CM_DEVICE_CAP_NAME name, size_t bytes, void* value) override;
    INT CreateSamplerSurface2D(CmSurface2D* surface, SurfaceIndex*& index) override;
    INT CreateSamplerSurface3D(CmSurface3D* surface, SurfaceIndex*& index) override;
    INT DestroySamplerSurface(SurfaceIndex*& index) override;
    INT InitPrintBuffer(size_t bytes) override;
    INT FlushPrintBuffer() override;
    INT CreateVebox(CmVebox*& vebox) override;
    INT DestroyVebox(CmVebox*& vebox) override;
    INT GetVaDpy(VADisplay*& display) override;
    INT CreateVaSurface2D(UINT width, UINT height, CM_SURFACE_FORMAT format, VASurfaceID& id,
                          CmSurface2D*& surface) override;
    INT CreateBufferSVM(UINT bytes, void*& memory, uint32_t access, CmBufferSVM*& surface) override;
    INT DestroyBufferSVM(CmBufferSVM*& surface) override;
    INT CreateSamplerSurface2DUP(CmSurface2DUP* surface, SurfaceIndex*& index) override;
    INT CloneKernel(CmKernel*& clone, CmKernel* kernel) override;
    INT CreateSurface2DAlias(CmSurface2D* surface, SurfaceIndex*& index) override;
    INT CreateHevcVmeSurfaceG10(CmSurface2D* current, CmSurface2D** forward, CmSurface2D** backward,
                                UINT forward_count, UINT backward_count, SurfaceIndex*& index) override;
    INT DestroyHevcVmeSurfaceG10(SurfaceIndex*& index) override;
    INT CreateSamplerEx(const CM_SAMPLER_STATE_EX& state, CmSampler*& sampler) override;
    INT FlushPrintBufferIntoFile(const char* file_name) override;
    INT CreateThreadGroupSpaceEx(UINT threads_x, UINT threads_y, UINT threads_z, UINT groups_x, UINT groups_y,
                                 UINT groups_z, CmThreadGroupSpace*& space) override;
    INT CreateSampler8x8SurfaceEx(CmSurface2D* surface, SurfaceIndex*& index, CM_SAMPLER8x8_SURFACE type,
                                  CM_SURFACE_ADDRESS_CONTROL_MODE mode, CM_FLAG* flag) override;
    INT CreateSamplerSurface2DEx(CmSurface2D* surface, SurfaceIndex*& index, CM_FLAG* flag) override;
    INT CreateBufferAlias(CmBuffer* buffer, SurfaceIndex*& index) override;
    INT SetVmeSurfaceStateParam(SurfaceIndex* index, CM_VME_SURFACE_STATE_PARAM* state) override;
    int32_t GetVISAVersion(uint32_t& major, uint32_t& minor) override;
    int32_t CreateQueueEx(CmQueue*& queue, CM_QUEUE_CREATE_OPTION option) override;
    INT CreateBufferStateless(size_t bytes, uint32_t option, void* memory,
                              CmBufferStateless*& surface) override;
    INT DestroyBufferStateless(CmBufferStateless*& surface) override;
    int32_t DispatchTask() override;
    INT CreateSurface2DStateless(uint32_t width, uint32_t height, uint32_t& pitch,
                                 CmSurface2DStateless*& surface) override;
    int32_t DestroySurface2DStateless(CmSurface2DStateless*& surface) override;

private:
    // A surface of the display; is_own: destroyed with the CmSurface2D.
    INT share(VASurfaceID id, bool is_own, CmSurface2D*& surface);
    INT add_sampler(std::shared_ptr<Sampler> made, CmSampler*& sampler);
    // Neither rotated nor with chroma between luma's pixels, which are not supported.
    static bool is_plain(const CM_FLAG* flag);
    INT add_sampler_surface(const Binding& of, SurfaceIndex*& index, bool mirrored = false);

    VADisplay display_;
    // Others point into these tables. They come first, so they are destroyed last.
    SurfaceTable surfaces_;
    SamplerTable samplers_;
    const std::shared_ptr<PrintBuffer> print_ = std::make_shared<PrintBuffer>();
    HostObjects<Buffer> buffers_;
    HostObjects<BufferUP> buffers_up_;
    HostObjects<BufferSVM> buffers_svm_;
    HostObjects<BufferStateless> buffers_stateless_;
    HostObjects<Surface2D> surfaces_2d_;
    HostObjects<Surface2DUP> surfaces_2d_up_;
    HostObjects<Surface2DStateless> surfaces_2d_stateless_;
    HostObjects<Surface3D> surfaces_3d_;
    HostObjects<CmProgram> programs_;
    HostObjects<Kernel> kernels_;
    HostObjects<Task> tasks_;
    HostObjects<ThreadSpaceObject> thread_spaces_;
    HostObjects<CmThreadGroupSpace> group_spaces_;
    std::mutex mutex_;  // guards the members below
    UINT hardware_threads_ = kMaxHardwareThreads;
    L3ConfigRegisterValues l3_config_{};
    std::vector<std::shared_ptr<Binding>> sampler_surfaces_, vme_surfaces_;
    std::vector<std::unique_ptr<Queue>> queues_;
};

}  // namespace genmedia::runtime
