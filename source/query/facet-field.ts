/** Fields whose most frequent values can be listed. `client` is `bot` or `person`, according to the user agent. */
export type FacetField =
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
