# SPDX-License-Identifier: MIT
# What a person types. CMake presets (CMakePresets.json) do the work; everything lands under build/.

# ccache where it is installed; set it empty to go without.
GENMEDIA_COMPILER_LAUNCHER ?= $(shell command -v ccache 2>/dev/null)
export GENMEDIA_COMPILER_LAUNCHER

# Ninja alone runs two compilers more than there are processors, which takes a sixth longer on two.
CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)
export CMAKE_BUILD_PARALLEL_LEVEL

# Where `make install` puts it all; /usr/local/bin is on everybody's PATH.
PREFIX ?= /usr/local

# Folders of frames that real hardware drew, with colons between them: tests run in folders of their own.
ifdef GENMEDIA_SILICON
space := $(subst ,, )
export GENMEDIA_SILICON := $(subst $(space),:,$(abspath $(subst :, ,$(GENMEDIA_SILICON))))
endif
# The folder of clones of what others made.
ifdef GENMEDIA_OUTSIDE
export GENMEDIA_OUTSIDE := $(abspath $(GENMEDIA_OUTSIDE))
endif

.PHONY: help demo install uninstall check build asan tsan fuzz deb wheel vapoursynth docs clean

help:
	@echo "make demo     build, then estimate the motion of a clip and draw it: demo/out"
	@echo "make install  build and install the programs, libraries and headers: PREFIX=/usr/local"
	@echo "make uninstall  remove what make install put there"
	@echo "make check    build, run all tests, again with sanitizers, and the fuzz targets for half a minute"
	@echo "make build    the optimised build, with its tests: build/release"
	@echo "make asan     build and test with the address and undefined behaviour sanitizers"
	@echo "make tsan     build and test with the thread sanitizer"
	@echo "make fuzz     the fuzz targets, for a minute in all"
	@echo "make deb      a Debian package: build/deb/genmedia_*.deb"
	@echo "make wheel    the Python package as wheels and as sources: build/wheel/dist"
	@echo "make vapoursynth  the VapourSynth plugin as a wheel: build/vapoursynth-wheel/dist"
	@echo "make docs     these pages and the C++ API as a site: build/docs/html/index.html"
	@echo "make clean    remove build and demo"
	@echo "Each but clean and uninstall installs what it needs and is missing."

# $(call compile,PRESET), $(call test,PRESET) and $(call skipped,PRESET): why tests were skipped. Tests that run make are
# not to share this one's jobs.
compile = cmake --preset $(1) && cmake --build --preset $(1)
test = env -u MAKEFLAGS ctest --preset $(1) -j2 --no-tests=error
skipped = @grep -hE -A1 '^SKIPPED|: Skipped$$' build/$(1)/Testing/Temporary/LastTest.log || true

demo:
	scripts/install-deps demo
	$(call compile,release) --target genmedia_tool
	scripts/demo

install:
	scripts/install-deps install
	cmake --preset release -DCMAKE_INSTALL_PREFIX="$$(realpath -m -- "$(PREFIX)")"
	cmake --build --preset release --target installed
	scripts/install build/release "$(PREFIX)"

uninstall:
	scripts/install --remove "$(PREFIX)"

check:
	scripts/install-deps check
	+$(MAKE) --no-print-directory -j2 check-python-env check-build
	cmake --preset release -DGENMEDIA_PYTHON_PACKAGE=$$([ -e build/python-env/stamp ] && echo ON || echo OFF) \
		-DGENMEDIA_VAPOURSYNTH=$$([ -e build/vapoursynth-env/stamp ] && echo ON || echo OFF)
	cmake --build --preset release
	+$(MAKE) --no-print-directory -j2 check-fuzz

# One waits for the network, the other for processors. The Python package, a small part, is built when both are done.
.PHONY: check-python-env check-build
check-python-env:
	scripts/python-env
	scripts/vapoursynth-env
check-build:
	$(call compile,release)

# What is left of `check`, in two lanes. One runs tests. They leave processors idle, as they wait for each other and for
# files, so the other lane compiles what comes next. It is nice to the tests, and is heard when it fails.
.PHONY: check-release check-asan check-tsan check-fuzz compiled-asan compiled-tsan compiled-fuzz
quietly = env -u MAKEFLAGS nice -n 10 bash -c '$(1)' >build/compile-$(2).log 2>&1 || { cat build/compile-$(2).log; exit 1; }
of_tsan = test_walker test_runtime genmedia_opencl test_opencl_layer
compiled-asan:
	@$(call quietly,$(call compile,asan),asan)
compiled-tsan: compiled-asan
	@$(call quietly,$(call compile,tsan) --target $(of_tsan),tsan)
compiled-fuzz: compiled-tsan
	@$(call quietly,scripts/fuzz --build,fuzz)
check-release:
	$(call test,release)
	$(call skipped,release)
check-asan: check-release compiled-asan  # it takes kernels from what the tests before it left
	$(call test,asan)
check-tsan: check-asan compiled-tsan
	$(call test,tsan) -R '^(walker|runtime|opencl\.layer)$$'
check-fuzz: check-tsan compiled-fuzz
	scripts/fuzz 30

build:
	scripts/install-deps build
	$(call compile,release)

asan tsan:
	scripts/install-deps check
	$(call compile,$@)
	$(call test,$@)

fuzz:
	scripts/fuzz 60

# A tree of its own: the folders of a package depend on the prefix, and it needs no tests.
deb:
	scripts/install-deps deb
	cmake --preset release -B build/deb -DCMAKE_INSTALL_PREFIX=/usr -DBUILD_TESTING=OFF
	cmake --build build/deb
	cd build/deb && cpack -G DEB

wheel:
	scripts/install-deps check
	scripts/wheel

vapoursynth:
	scripts/install-deps build
	scripts/vapoursynth-wheel

docs:
	scripts/install-deps docs
	scripts/site build/docs

clean:
	rm -rf build demo
