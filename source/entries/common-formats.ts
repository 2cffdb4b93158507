/** Numbers of the formats that nearly all lines of most logs have, see `Kernel.scan`. */
export type CommonFormats = {readonly combined: number; readonly common: number};
