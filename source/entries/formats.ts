import type {Format} from './format.js';
import {combined} from './formats/combined.js';
import {common} from './formats/common.js';
import {timeFirst} from './formats/time-first.js';
import {vhostCombined} from './formats/vhost-combined.js';

/** Every format; no line is of two of them. The frequent ones stand first. */
export const formats: readonly Format[] = [combined, vhostCombined, common, timeFirst];
