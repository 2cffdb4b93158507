import {jsonWrapper} from './wrappers/json-wrapper.js';
import {compose, cri, journaldExport, kubectl, syslog, syslog5424} from './wrappers/text-wrappers.js';
import type {Wrapper} from './wrappers/wrapper.js';

/** Everything that lines come wrapped in. The frequent ones stand first. */
export const wrappers: readonly Wrapper[] = [
	syslog,
	cri,
	compose,
	jsonWrapper,
	syslog5424,
	kubectl,
	journaldExport,
];
