// SPDX-License-Identifier: MIT
// A layer of the OpenCL loader that calls PoCL's processor a GPU and does nothing else: programs that look for a GPU
// run on PoCL alone with it.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <string.h>

static const struct _cl_icd_dispatch* target;
static struct _cl_icd_dispatch own;

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint size, cl_device_id* devices,
                                         cl_uint* count) {
    return target->clGetDeviceIDs(platform, (type & CL_DEVICE_TYPE_GPU) != 0 ? CL_DEVICE_TYPE_ALL : type, size, devices,
                                  count);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value,
                                          size_t* size_ret) {
    const cl_int status = target->clGetDeviceInfo(device, name, size, value, size_ret);
    const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
    if (status == CL_SUCCESS && name == CL_DEVICE_TYPE && value != 0) memcpy(value, &gpu, sizeof gpu);
    return status;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value != 0 && size >= sizeof version) memcpy(value, &version, sizeof version);
    if (size_ret != 0) *size_ret = sizeof version;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const struct _cl_icd_dispatch* below, cl_uint* count_ret,
                                            const struct _cl_icd_dispatch** layer) {
    const cl_uint entries = sizeof own / sizeof own.clGetPlatformIDs;
    if (count < entries) return CL_INVALID_VALUE;
    target = below;
    own = *below;
    own.clGetDeviceIDs = get_device_ids;
    own.clGetDeviceInfo = get_device_info;
    *layer = &own;
    *count_ret = entries;
    return CL_SUCCESS;
}
