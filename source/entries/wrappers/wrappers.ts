import {colours, quotes} from './colours-and-quotes.js';
import {jsonWrapper} from './json-wrapper.js';
import {openVague, prefixes, vaguePrefixes} from './prefixes.js';
import {rubyHash} from './ruby-hash.js';
import type {Wrapper, WrapperInfo} from './wrapper.js';

/** Wrappers that are removed only if no format reads the line with them. Tried in this order. */
export const lateWrappers: readonly Wrapper[] = [
	jsonWrapper,
	rubyHash,
	colours,
	quotes,
	...vaguePrefixes.map(prefix => ({...prefix, open: () => openVague(prefix)})),
];

/** All prefixes and wrappers. */
export const wrappers: readonly WrapperInfo[] = [...prefixes, ...lateWrappers];
