import {combined} from './combined.js';
import {common} from './common.js';
import type {Format} from './format.js';
import {vhostCombined} from './vhost-combined.js';

/** Every format, the stricter before the laxer: a line is of the first that reads it. */
export const formats: readonly Format[] = [combined, vhostCombined, common];
