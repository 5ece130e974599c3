#define ADD(a, b) ((a) + (b))
#define JOIN(a, b) a##b
#define TEXT(...) #__VA_ARGS__
#if defined(__OPENCL_VERSION__) && __OPENCL_VERSION__ >= 120 && !(1 ? 0 : 1 / 1)
#elif 0x10u << 2
#error "no"
#endif
#undef ADD
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void JOIN(k, 1)(global int* o) { o[__LINE__] = sizeof(TEXT(a, "b", 'c')); }
