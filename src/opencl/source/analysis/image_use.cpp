// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/image_use.h"

#include "opencl/source/analysis/rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace genmedia::opencl {
namespace {

constexpr size_t kUnknown = static_cast<size_t>(-1);
// A kernel that reaches more different calls of functions than this is not checked.
constexpr size_t kMostVisits = 20'000;

// How many of the first arguments of a call to the unit are images.
size_t image_arguments(std::string_view name) {
    constexpr std::string_view prefix = "intel_sub_group_avc_";
    if (!name.starts_with(prefix)) return 0;
    name.remove_prefix(prefix.size());
    if (name == "sic_evaluate_ipe") return 1;
    if (!starts_with_one_of(name, {"ime_", "ref_", "sic_"})) return 0;
    name.remove_prefix(4);
    if (name.starts_with("evaluate_with_multi_reference")) return 1;
    if (name.starts_with("evaluate_with_single_reference")) return 2;
    return name.starts_with("evaluate_with_dual_reference") ? 3 : 0;
}

bool is_block_transfer(std::string_view name) {
    return starts_with_one_of(name,
                              {"intel_sub_group_block_read", "intel_sub_group_block_write",
                               "intel_sub_group_media_block_read", "intel_sub_group_media_block_write"});
}

// For each parameter of a function: the kernel's parameter that is passed there, or kUnknown.
using Binding = std::vector<size_t>;

class ImageUse {
public:
    ImageUse(const Program& program, const Function& kernel, std::set<std::string>& errors)
        : program_(program), kernel_(kernel), errors_(errors) {}

    void run() {
        Binding identity(kernel_.parameters.size());
        for (size_t i = 0; i < identity.size(); i++)
            identity[i] = kernel_.parameters[i].is_image ? i : kUnknown;
        open_.push_back({&kernel_, identity});
        while (!open_.empty() && visited_.size() < kMostVisits) {
            const auto [function, binding] = std::move(open_.back());
            open_.pop_back();
            if (!visited_.insert({function->name, binding}).second) continue;
            for (const Call& call : function->calls) visit(call, *function, binding);
        }
        for (const auto& [parameter, transfer] : transfers_) {
            if (const auto unit = unit_uses_.find(parameter); unit != unit_uses_.end()) {
                report_both(parameter, *unit->second, *transfer);
            }
        }
    }

    std::vector<UnitImage> unit_images() const { return {images_.begin(), images_.end()}; }

private:
    void visit(const Call& call, const Function& function, const Binding& binding) {
        const std::string& name = program_.name(call);
        Binding given;
        for (const Range& argument : call.arguments) given.push_back(follow(argument, function, binding));
        for (const size_t callee : program_.callees(call)) {
            const Function& next = program_.functions[callee];
            if (next.parameters.size() == given.size()) open_.push_back({&next, given});
        }
        const Token& place = program_.list[call.name];
        if (const size_t count = image_arguments(name); count > 0 && given.size() >= count) {
            given.resize(count);
            note_images(given);
            for (const size_t parameter : given) unit_uses_.try_emplace(parameter, &place);
            check_order(place, given);
        }
        if (is_block_transfer(name)) {
            for (const size_t parameter : given) transfers_.try_emplace(parameter, &place);
        }
        unit_uses_.erase(kUnknown);
        transfers_.erase(kUnknown);
    }

    void note_images(const Binding& images) {
        for (const size_t image : images)
            if (image != kUnknown) images_.insert({images[0] == kUnknown ? image : images[0], image});
    }

    size_t follow(Range argument, const Function& function, const Binding& binding) const {
        while (argument.end - argument.begin > 2 && program_.list[argument.begin].is("(") &&
               program_.partner[argument.begin] == argument.end - 1) {
            argument = {argument.begin + 1, argument.end - 1};
        }
        if (argument.end - argument.begin != 1) return kUnknown;
        const auto& parameters = function.parameters;
        const auto found = std::find_if(
            parameters.begin(), parameters.end(),
            [&](const Parameter& parameter) { return parameter.name == program_.list[argument.begin].text; });
        return found == parameters.end() ? kUnknown
                                         : binding[static_cast<size_t>(found - parameters.begin())];
    }

    // The unit numbers references by their distance from the source, as consecutive surfaces.
    void check_order(const Token& place, const Binding& images) {
        if (images.size() < 2 || std::count(images.begin(), images.end(), kUnknown) > 0) return;
        const size_t source = images[0], forward = images[1];
        const bool dual = images.size() == 3;
        const size_t last = dual ? std::max(forward, images[2]) : forward;
        bool fits = forward > source && images_between(source, last);
        if (dual) fits = fits && (forward - source) % 2 == 1 && images[2] == forward + 1;
        if (!fits) report_order(place, images);
    }

    bool images_between(size_t first, size_t last) const {
        for (size_t i = first; i <= last; i++) {
            if (!kernel_.parameters[i].is_image) return false;
        }
        return true;
    }

    std::string named(size_t parameter) const {
        return "'" + kernel_.parameters[parameter].name + "' (parameter " + std::to_string(parameter) + ")";
    }

    std::string prefix() const { return "kernel '" + program_.name(kernel_) + "': "; }

    void report_order(const Token& place, const Binding& images) {
        std::string message = prefix() + "'" + place.text + "' has the source " + named(images[0]);
        if (images.size() == 2) {
            message += " and the reference " + named(images[1]) +
                       "; expected the reference after the source, with only images between them";
        } else {
            message +=
                ", the forward reference " + named(images[1]) + " and the backward reference " +
                named(images[2]) +
                "; expected the forward reference 1, 3, 5 ... parameters after the source, the backward "
                "reference directly after it, and only images between them";
        }
        errors_.insert(program_.tokens.error(place, message));
    }

    void report_both(size_t parameter, const Token& unit, const Token& transfer) {
        errors_.insert(program_.tokens.error(
            transfer, prefix() + "image " + named(parameter) + " is used by '" + transfer.text + "' in " +
                          program_.tokens.place(transfer) + " and by '" + unit.text + "' in " +
                          program_.tokens.place(unit) + "; expected one parameter for each use"));
    }

    const Program& program_;
    const Function& kernel_;
    std::set<std::string>& errors_;
    std::vector<std::pair<const Function*, Binding>> open_;
    std::set<std::pair<size_t, Binding>> visited_;
    std::map<size_t, const Token*> unit_uses_, transfers_;  // by parameter, the first use found
    std::set<UnitImage> images_;
};

}  // namespace

std::vector<std::string> find_image_errors(const Program& program) {
    const std::vector<bool> uses_unit = functions_reaching(
        program, [&](const Call& call) { return image_arguments(program.name(call)) > 0; });
    std::vector<std::string> errors;
    for (size_t i = 0; i < program.functions.size(); i++) {
        const Function& function = program.functions[i];
        if (!function.is_kernel || !function.is_defined || !uses_unit[i]) continue;
        std::set<std::string> found;
        ImageUse(program, function, found).run();
        errors.insert(errors.end(), found.begin(), found.end());
    }
    return errors;
}

std::vector<UnitImage> find_unit_images(const Program& program, const Function& kernel) {
    std::set<std::string> errors;  // find_image_errors() reports them
    ImageUse images(program, kernel, errors);
    images.run();
    return images.unit_images();
}

}  // namespace genmedia::opencl
