import type {LogFieldName} from './log-field-name.js';

/** Fields whose most frequent values can be listed. */
export type FacetField = OwnFacetField | LogFieldName;

/** The same without log fields. `client` is `bot` or `person`, according to the user agent. */
export type OwnFacetField =
	| 'ip'
	| 'url'
	| 'route'
	| 'status'
	| 'method'
	| 'host'
	| 'userAgent'
	| 'referer'
	| 'client'
	| 'user'
	| 'forwardedFor'
	| 'upstream'
	| 'file'
	| 'source'
	| 'format';
