#!/bin/sh
# SPDX-License-Identifier: MIT
# Has genmedia-check take pictures of the hardware's clip, too.
#     clip.sh GENMEDIA_CHECK FOLDER ROUNDS    the variable GENMEDIA_SILICON goes before FOLDER
clip=${GENMEDIA_SILICON:-$2}/foreman_176x144.yuv
[ -f "$clip" ] || { echo "SKIPPED: no file $clip"; exit 77; }
exec "$1" --seed 1000000 --rounds "$3" --clip "$clip" --size 176x144
