import {colours, quotes} from './colours-and-quotes.js';
import {jsonWrapper} from './json-wrapper.js';
import {openVague, prefixes, vaguePrefixes} from './prefixes.js';
import type {Wrapper, WrapperInfo} from './wrapper.js';

/** Taken off only where the line isn't read as it is, in the order in which they are tried. */
export const lateWrappers: readonly Wrapper[] = [
	jsonWrapper,
	colours,
	quotes,
	...vaguePrefixes.map(prefix => ({...prefix, open: () => openVague(prefix)})),
];

/** Everything that is taken off lines. */
export const wrappers: readonly WrapperInfo[] = [...prefixes, ...lateWrappers];
