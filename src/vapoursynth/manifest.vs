[VapourSynth Manifest V1]
libgenmedia-vs
