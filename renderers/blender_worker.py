"""Runs inside Blender's own Python (bpy 5.0): draws the stages that come as lines of JSON on standard input.

This file is started by path and imports nothing of this package. Each line is one request; each answer is
one line on the channel that was standard output (Blender's own chatter goes to standard error):

    {"do": "picture", "size": [w, h], "out": PNG, "parts": [...], "view": ..., "lamp": ..., "sky": ...}
    {"do": "ids", ...the same...}            flat id colours instead of light
    {"do": "save", "out": BLEND}             the pictures since the last "clear" as an animation
    {"do": "clear"}                          forget all objects
    {"do": "stop"}

Round bodies are icospheres or have few faces at a pole: smooth normals at a pole of many faces differ in
their last bits from process to process, and would make equal scenes differ.
"""

import json
import os
import sys
from math import atan2, pi, radians
from typing import Any

import bpy  # pyright: ignore[reportMissingImports]  it is there in Blender's Python only

SAMPLES = 4


class Worker:
    """One Blender scene whose objects are changed from picture to picture."""

    def __init__(self) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.objects: dict[int, Any] = {}
        self.known: dict[int, Any] = {}
        self.meshes: dict[str, Any] = {}
        self.materials: dict[str, Any] = {}
        self.images: dict[str, Any] = {}
        self.frame = 0
        self.keyed = False
        self._settings()

    # --- settings --------------------------------------------------------------------------------

    def _settings(self) -> None:
        scene = self.scene
        scene.render.engine = "CYCLES"
        cycles = scene.cycles
        cycles.device = "CPU"
        cycles.samples = SAMPLES
        cycles.seed = 0
        cycles.use_animated_seed = False
        cycles.use_adaptive_sampling = False
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 1, 1
        cycles.transmission_bounces = cycles.transparent_max_bounces = 2
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.use_denoising = True
        cycles.denoiser = "OPENIMAGEDENOISE"
        cycles.denoising_quality = "FAST"
        cycles.denoising_prefilter = "NONE"
        cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
        render = scene.render
        render.resolution_percentage = 100
        render.threads_mode, render.threads = "FIXED", 2
        render.use_persistent_data = False
        render.image_settings.media_type = "IMAGE"
        render.image_settings.file_format = "PNG"
        render.image_settings.color_mode = "RGB"
        render.image_settings.color_depth = "8"
        render.image_settings.compression = 0
        render.use_file_extension = False
        render.dither_intensity = 0.0
        for name in dir(render):
            if name.startswith("use_stamp"):
                setattr(render, name, False)
        scene.view_settings.view_transform = "Standard"
        scene.view_settings.look = "None"
        scene.world = bpy.data.worlds.new("world")
        scene.world.use_nodes = True
        camera = bpy.data.cameras.new("camera")
        camera.sensor_fit = "VERTICAL"
        camera.clip_start, camera.clip_end = 0.02, 1500.0
        self.camera = bpy.data.objects.new("camera", camera)
        scene.collection.objects.link(self.camera)
        scene.camera = self.camera
        sun = bpy.data.lights.new("sun", "SUN")
        sun.angle = radians(4)
        self.sun = bpy.data.objects.new("sun", sun)
        scene.collection.objects.link(self.sun)

    # --- requests --------------------------------------------------------------------------------

    def picture(self, job: dict[str, Any], *, flat: bool) -> None:
        """Draw one stage into a PNG."""
        self._arrange(job)
        scene, render = self.scene, self.scene.render
        render.resolution_x, render.resolution_y = job["size"]
        render.filepath = job["out"]
        if flat:
            render.engine = "BLENDER_WORKBENCH"
            scene.display.render_aa = "OFF"
            shading = scene.display.shading
            shading.light, shading.color_type = "FLAT", "OBJECT"
            shading.show_shadows = shading.show_cavity = shading.show_object_outline = False
            # Without a background what is not there is black, which is nobody's id.
            render.film_transparent = True
            scene.view_settings.view_transform = "Raw"
            bpy.ops.render.render(write_still=True)
            render.film_transparent = False
            render.engine, scene.view_settings.view_transform = "CYCLES", "Standard"
        else:
            bpy.ops.render.render(write_still=True)
        if job.get("keep"):
            self._key()

    def clear(self) -> None:
        """Forget what stands there, and all that was made for it."""
        for thing in self.objects.values():
            bpy.data.objects.remove(thing, do_unlink=True)
        self.objects.clear()
        self.known.clear()
        for store, data in (
            (self.meshes, bpy.data.meshes),
            (self.materials, bpy.data.materials),
            (self.images, bpy.data.images),
        ):
            for made in store.values():
                data.remove(made)
            store.clear()
        self.camera.animation_data_clear()
        self.frame, self.keyed = 0, False

    def save(self, path: str) -> None:
        """The pictures since the last `clear` as a .blend file."""
        self.scene.frame_start, self.scene.frame_end = 1, max(1, self.frame)
        for image in bpy.data.images:
            if image.source == "FILE" and image.packed_file is None:
                image.pack()
        bpy.ops.wm.save_as_mainfile(filepath=path, check_existing=False, compress=True)

    def _key(self) -> None:
        """Keep this picture as a frame of the animation."""
        self.frame += 1
        for thing in (*self.objects.values(), self.camera):
            thing.keyframe_insert("location", frame=self.frame)
            thing.keyframe_insert("rotation_quaternion", frame=self.frame)
            thing.keyframe_insert("scale", frame=self.frame)

    # --- arranging -------------------------------------------------------------------------------

    def _arrange(self, job: dict[str, Any]) -> None:
        from mathutils import Matrix  # pyright: ignore[reportMissingImports]

        for slot in job["drop"]:
            thing = self.objects.pop(slot, None)
            self.known.pop(slot, None)
            if thing is not None:
                bpy.data.objects.remove(thing, do_unlink=True)
        for part in job["parts"]:
            self._part(part)
        eye = job["view"]["eye"]
        right, up, forward = job["view"]["axes"]
        rows = [[right[i], up[i], -forward[i], eye[i]] for i in range(3)]
        self._stand(self.camera, Matrix([*rows, [0, 0, 0, 1]]))
        self.camera.data.angle_y = radians(job["view"]["fov"])
        lamp = job["lamp"]
        z = lamp["towards"]
        from mathutils import Vector  # pyright: ignore[reportMissingImports]

        self.sun.rotation_mode = "QUATERNION"
        self.sun.rotation_quaternion = Vector(z).to_track_quat("Z", "Y")
        self.sun.data.color = [linear(c) for c in lamp["rgb"]]
        self.sun.data.energy = 4.4 * (1.0 - lamp["ambient"]) + 0.5
        node = self.scene.world.node_tree.nodes["Background"]
        sky = [linear(c) for c in job["sky"]]
        # The sky is seen as it is; its light is whiter, so that colours keep their names.
        self._sky(node, sky, 0.62 * lamp["ambient"] + 0.22)

    def _sky(self, node: Any, rgb: list[float], ambient: float) -> None:
        tree = self.scene.world.node_tree
        if "seen" not in tree.nodes:
            seen = tree.nodes.new("ShaderNodeBackground")
            seen.name = "seen"
            path = tree.nodes.new("ShaderNodeLightPath")
            mix = tree.nodes.new("ShaderNodeMixShader")
            tree.links.new(path.outputs["Is Camera Ray"], mix.inputs[0])
            tree.links.new(node.outputs[0], mix.inputs[1])
            tree.links.new(seen.outputs[0], mix.inputs[2])
            tree.links.new(mix.outputs[0], tree.nodes["World Output"].inputs["Surface"])
        white = [0.75 + 0.25 * c for c in rgb]
        node.inputs["Color"].default_value = (*white, 1.0)
        node.inputs["Strength"].default_value = ambient
        tree.nodes["seen"].inputs["Color"].default_value = (*rgb, 1.0)
        tree.nodes["seen"].inputs["Strength"].default_value = 1.0

    def _part(self, part: dict[str, Any]) -> None:
        from mathutils import Matrix  # pyright: ignore[reportMissingImports]

        slot = part["slot"]
        mesh = self._mesh(part)
        thing = self.objects.get(slot)
        if thing is None:
            thing = bpy.data.objects.new(f"{part['id'] or 'surroundings'}.{slot}", mesh)
            self.scene.collection.objects.link(thing)
            self.objects[slot] = thing
            thing.rotation_mode = "QUATERNION"
        elif thing.data is not mesh:
            thing.data = mesh
        material = self._material(part)
        if not thing.data.materials:
            thing.data.materials.append(material)
        thing.material_slots[0].link = "OBJECT"
        thing.material_slots[0].material = material
        code = part["code"]
        thing.color = ((code % 30 * 8 + 8) / 255 if code else 0.0, code // 30 * 8 / 255, 0.0, 1.0)
        t, p, s = part["turn"], part["place"], part["scale"]
        rows = [[t[3 * i + j] * s[j] for j in range(3)] + [p[i]] for i in range(3)]
        self._stand(thing, Matrix([*rows, [0, 0, 0, 1]]))

    def _stand(self, thing: Any, matrix: Any) -> None:
        thing.rotation_mode = "QUATERNION"
        thing.location, thing.rotation_quaternion, thing.scale = matrix.decompose()

    # --- meshes ----------------------------------------------------------------------------------

    def _mesh(self, part: dict[str, Any]) -> Any:
        key = part["mesh"]["key"]
        if key not in self.meshes:
            form = part["mesh"]
            mesh = bpy.data.meshes.new(key[:60])
            if form.get("ball"):
                self._ball(mesh)
            else:
                mesh.from_pydata(form["vertices"], [], form["triangles"])
                uv = mesh.uv_layers.new(name="uv")
                flat = [form["uv"][loop.vertex_index][k] for loop in mesh.loops for k in (0, 1)]
                uv.data.foreach_set("uv", flat)
                mesh.polygons.foreach_set("use_smooth", form["smooth"])
            mesh.validate()
            mesh.update()
            self.meshes[key] = mesh
        return self.meshes[key]

    def _ball(self, mesh: Any) -> None:
        import bmesh  # pyright: ignore[reportMissingImports]

        made = bmesh.new()
        bmesh.ops.create_icosphere(made, subdivisions=4, radius=1.0)
        for face in made.faces:
            face.smooth = True
        layer = made.loops.layers.uv.new("uv")
        for face in made.faces:
            turns = [atan2(loop.vert.co.y, loop.vert.co.x) / (2 * pi) + 0.5 for loop in face.loops]
            for loop, turn in zip(face.loops, turns, strict=True):
                across = turn + 1 if max(turns) - turn > 0.5 else turn
                loop[layer].uv = (across, loop.vert.co.z / 2 + 0.5)
        made.to_mesh(mesh)
        made.free()

    # --- materials -------------------------------------------------------------------------------

    def _material(self, part: dict[str, Any]) -> Any:
        look = part["look"]
        key = json.dumps(look, sort_keys=True)
        if key not in self.materials:
            self.materials[key] = self._new_material(look)
        return self.materials[key]

    def _new_material(self, look: dict[str, Any]) -> Any:
        made = bpy.data.materials.new("look")
        made.use_nodes = True
        nodes, links = made.node_tree.nodes, made.node_tree.links
        shader = nodes["Principled BSDF"]
        rgb = [linear(c) for c in look["rgb"]]
        shader.inputs["Roughness"].default_value = look["rough"]
        shader.inputs["Metallic"].default_value = look["metal"]
        shader.inputs["Specular IOR Level"].default_value = 0.3
        shader.inputs["Base Color"].default_value = (*rgb, 1.0)
        colour = None
        if look.get("image"):
            image = self._image(look["image"])
            texture = nodes.new("ShaderNodeTexImage")
            texture.image = image
            if look.get("whole"):
                colour = texture.outputs["Color"]
                texture.extension = "EXTEND"
            else:
                scaled = nodes.new("ShaderNodeMapping")
                scaled.inputs["Scale"].default_value = (*look["repeat"], 1.0)
                place = nodes.new("ShaderNodeTexCoord")
                links.new(place.outputs["UV"], scaled.inputs["Vector"])
                links.new(scaled.outputs["Vector"], texture.inputs["Vector"])
                image.colorspace_settings.name = "Non-Color"
                parts = nodes.new("ShaderNodeSeparateColor")
                links.new(texture.outputs["Color"], parts.inputs["Color"])
                mix = nodes.new("ShaderNodeMix")
                mix.data_type = "RGBA"
                mix.inputs["A"].default_value = (*rgb, 1.0)
                second = [linear(c) for c in look["second"]]
                mix.inputs["B"].default_value = (*second, 1.0)
                links.new(parts.outputs["Green"], mix.inputs["Factor"])
                # Red tells how light the surface is, 128 as it comes; the file holds half of it squared.
                light = nodes.new("ShaderNodeMath")
                light.operation = "MULTIPLY"
                links.new(parts.outputs["Red"], light.inputs[0])
                light.inputs[1].default_value = 255 / 128
                square = nodes.new("ShaderNodeMath")
                square.operation = "MULTIPLY"
                links.new(light.outputs[0], square.inputs[0])
                links.new(light.outputs[0], square.inputs[1])
                scale = nodes.new("ShaderNodeVectorMath")
                scale.operation = "SCALE"
                links.new(mix.outputs["Result"], scale.inputs[0])
                links.new(square.outputs[0], scale.inputs["Scale"])
                colour = scale.outputs["Vector"]
        if colour is not None:
            links.new(colour, shader.inputs["Base Color"])
        glow = look["glow"]
        if glow:
            shader.inputs["Emission Color"].default_value = (*rgb, 1.0)
            shader.inputs["Emission Strength"].default_value = 1.2 * glow
        return made

    def _image(self, path: str) -> Any:
        if path not in self.images:
            self.images[path] = bpy.data.images.load(path, check_existing=False)
        return self.images[path]


def linear(value: float) -> float:
    """sRGB 0..255 to linear 0..1."""
    c = value / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def main() -> None:
    """Answer requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)
    worker = Worker()
    answers.write(json.dumps({"ready": bpy.app.version_string}) + "\n")
    for line in sys.stdin:
        job = json.loads(line)
        try:
            match job["do"]:
                case "picture":
                    worker.picture(job, flat=False)
                case "ids":
                    worker.picture(job, flat=True)
                case "save":
                    worker.save(job["out"])
                case "clear":
                    worker.clear()
                case _:
                    break
        except Exception as fault:  # told to the other side, which knows what to say
            answers.write(json.dumps({"fault": f"{type(fault).__name__}: {fault}"}) + "\n")
        else:
            answers.write(json.dumps({"done": job["do"]}) + "\n")


main()
