import {combined} from './combined.js';
import {common} from './common.js';
import type {Format} from './format.js';
import {timeFirst} from './time-first.js';
import {vhostCombined} from './vhost-combined.js';

/** Every format; no line is of two of them. The frequent ones stand first. */
export const formats: readonly Format[] = [combined, vhostCombined, common, timeFirst];
