/** Fields whose most frequent values can be asked for. `client`: `bot` or `person`, told by the user agent. */
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
	| 'file'
	| 'source'
	| 'format';
