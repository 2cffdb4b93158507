/** The numbers of the formats in which nearly all lines of a log are, where they are: see `Kernel.scan`. */
export type UsualFormats = {readonly combined: number; readonly common: number};
