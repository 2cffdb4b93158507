import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';

/** A value of a parameter of a statement. */
export type ParameterValue = string | number | ReadonlyArray<string | number>;

/** Values of the parameters of a statement, by their names. */
export type Parameters = Readonly<Record<string, ParameterValue>>;

/**
 * A statement and its parameters as the parts of one body: in an address, a proxy would refuse the longer ones.
 */
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

/** A value as ClickHouse reads it. */
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
