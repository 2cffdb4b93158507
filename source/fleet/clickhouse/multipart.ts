import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';

/** Value of a statement's parameter. */
export type ParameterValue = string | number | ReadonlyArray<string | number>;

/** Values of a statement's parameters, by name. */
export type Parameters = Readonly<Record<string, ParameterValue>>;

/** Encodes a statement and its parameters as one multipart body. Proxies would reject longer ones in a URL. */
export function multipart(statement: string, parameters: Parameters) {
	const boundary = randomUUID();
	const parts = [
		['query', statement],
		...Object.entries(parameters).map(([name, value]) => [`param_${name}`, written(value)]),
	].map(
		([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
	);
	return {
		query: '',
		values: Readable.from([Buffer.from(`${parts.join('')}--${boundary}--\r\n`)], {objectMode: false}),
		http_headers: {'Content-Type': `multipart/form-data; boundary=${boundary}`},
	};
}

/** Formats a value for ClickHouse. */
function written(value: ParameterValue): string {
	if (typeof value === 'object') {
		const values = value.map(one => (typeof one === 'string' ? `'${escaped(one)}'` : written(one)));
		return `[${values.join(',')}]`;
	}
	return typeof value === 'string' ? escaped(value) : String(value).replace('Infinity', 'inf');
}

const escapes: Readonly<Record<string, string>> = {
	'\t': '\\t',
	'\n': '\\n',
	'\r': '\\r',
	"'": "\\'",
	'\\': '\\\\',
};

function escaped(text: string): string {
	return text.replaceAll(/[\t\n\r'\\]/g, one => escapes[one] ?? one);
}
