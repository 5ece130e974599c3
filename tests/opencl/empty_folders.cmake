# SPDX-License-Identifier: MIT
# Makes the folders (comma separated) of FOLDERS, without what was in them.
string(REPLACE "," ";" folders "${FOLDERS}")
file(REMOVE_RECURSE ${folders})
file(MAKE_DIRECTORY ${folders})
