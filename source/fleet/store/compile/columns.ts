import type {NumberField, SearchedText} from '../../../query/expression.js';

/** Columns of the text fields. A search can insert only these names into a statement. */
export const textColumns: Readonly<Record<SearchedText, string>> = {
	ip: 'ip',
	method: 'method',
	url: 'url',
	protocol: 'protocol',
	host: 'host',
	user: '`user`',
	referer: 'referer',
	userAgent: 'agent',
	forwardedFor: 'forwarded_for',
	upstream: 'upstream',
	file: 'path',
	format: 'format',
	route: 'route',
	source: "nullIf(source, '')",
};

/** Columns of the numeric fields. */
export const numberColumns: Readonly<Record<NumberField, string>> = {
	status: 'status',
	bytes: 'bytes',
	durationMs: 'duration_ms',
};
