import { colors, edge, background, type Things } from './things.ts';

const vertexSource = `#version 300 es
in vec2 position;
in float color;
out vec3 light;
uniform vec3 colors[8];
void main() {
  light = colors[int(color)];
  gl_Position = vec4(position.x / 400.0 - 1.0, 1.0 - position.y / 300.0, 0.0, 1.0);
  gl_PointSize = ${edge.toFixed(1)};
}`;

const fragmentSource = `#version 300 es
precision mediump float;
in vec3 light;
out vec4 result;
void main() {
  float left = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
  result = vec4(light, pow(left, 1.5));
}`;

/** Draws all things with one call, as points with a glow. */
export function createWebgl(
  canvas: HTMLCanvasElement,
  { count, x, y, color }: Things,
): (() => void) | string {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false });
  if (gl === null) return 'WebGL 2';
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.uniform3fv(
    gl.getUniformLocation(program, 'colors'),
    colors.flat().map((value) => value / 255),
  );
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE);
  const [red, green, blue] = background;
  gl.clearColor(red / 255, green / 255, blue / 255, 1);
  const table = new Float32Array(3 * count);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, table.byteLength, gl.DYNAMIC_DRAW);
  for (const [name, size, offset] of [
    ['position', 2, 0],
    ['color', 1, 8],
  ] as const) {
    const location = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, 12, offset);
  }
  return () => {
    for (let i = 0; i < count; i++) {
      table[3 * i] = x[i]!;
      table[3 * i + 1] = y[i]!;
      table[3 * i + 2] = color[i]!;
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, table);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.drawArrays(gl.POINTS, 0, count);
  };
}
