import type {NumberField, SearchedText} from '../../../query/expression.js';

/** The columns that texts are searched in: no other name ever gets into a statement. */
export const textColumns: Readonly<Record<SearchedText, string>> = {
	ip: 'ip',
	method: 'method',
	url: 'url',
	protocol: 'protocol',
	host: 'host',
	user: '`user`',
	referer: 'referer',
	userAgent: 'agent',
	file: 'path',
	format: 'format',
	route: 'route',
	source: "nullIf(source, '')",
};

/** The columns that numbers are searched in. */
export const numberColumns: Readonly<Record<NumberField, string>> = {
	status: 'status',
	bytes: 'bytes',
	durationMs: 'duration_ms',
};
