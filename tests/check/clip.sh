#!/bin/sh
# SPDX-License-Identifier: MIT
# Has genmedia-check take pictures of the hardware's clip, too.
#     clip.sh GENMEDIA_CHECK FOLDER ROUNDS    the variable GENMEDIA_SILICON goes before FOLDER: folders, with colons
folders=${GENMEDIA_SILICON:-$2}
IFS=:
for folder in $folders; do
    clip=$folder/foreman_176x144.yuv
    [ -f "$clip" ] && exec "$1" --seed 1000000 --rounds "$3" --clip "$clip" --size 176x144
done
echo "SKIPPED: no file foreman_176x144.yuv in $folders"
exit 77
