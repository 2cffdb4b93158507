/** Reports that this machine can't measure something. This isn't a failure. */
export class Unmeasurable extends Error {}
