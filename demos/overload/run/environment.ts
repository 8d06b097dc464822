import type { Environment } from '../results/report.ts';

/** Describes the machine and the browser. `displayRate`: Hz. */
export function environmentOf(canvas: HTMLCanvasElement, displayRate: number): Environment {
  return {
    browser: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    gpu: gpuName(),
    displayRate,
    isolated: crossOriginIsolated,
    canvas: `${canvas.width} × ${canvas.height}`,
  };
}

/** The renderer of WebGL. Some browsers name only the vendor, or a common model, to protect their users. */
function gpuName(): string {
  const context = document.createElement('canvas').getContext('webgl');
  if (context === null) return 'unknown';
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && name !== '' ? name : 'unknown';
}
