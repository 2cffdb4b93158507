/** Why something can't be measured on this machine, which is no failure. */
export class Unmeasurable extends Error {}
