import type {Wrapper} from './wrapper.js';
import {jsonWrapper} from './wrappers/json-wrapper.js';

/** Everything that lines come wrapped in. The frequent ones stand first. */
export const wrappers: readonly Wrapper[] = [jsonWrapper];
