/** Numbers of the formats that nearly all lines of most logs have, see `Kernel.scan`. */
export type UsualFormats = {readonly combined: number; readonly common: number};
