import {FormatError} from '../pattern/format-error.js';
import {type Slot, slots, type Unit} from './known-names.js';
import type {NamedField} from './name-table.js';

/** What may be named, as the user writes it. */
const named: ReadonlyMap<string, Pick<NamedField, 'field' | 'unit'>> = new Map([
	...slots
		.slice(0, slots.indexOf('logger'))
		.map((slot): [string, Pick<NamedField, 'field'>] => [slot, {field: slot as NamedField['field']}]),
	['request', {field: 'requestLine' satisfies Slot}] as const,
	['agent', {field: 'userAgent' satisfies Slot}] as const,
	...(['s', 'ms', 'us', 'ns'] satisfies Unit[]).map((unit): [string, Pick<NamedField, 'field' | 'unit'>] => [
		`duration_${unit}`,
		{field: 'duration', unit},
	]),
]);

/**
 * Reads what a user gives to say under which names a JSON log has its fields: `json: url=my.path duration_ms=took`. The
 * names that are known stay known.
 *
 * @throws FormatError
 */
export function namedFields(text: string): readonly NamedField[] {
	const pairs = text
		.replace(/^json:/, '')
		.split(/[\s,]+/)
		.filter(pair => pair !== '');
	if (pairs.length === 0) {
		throw new FormatError('nothing after json: give field=name, such as json: url=my.path');
	}
	return pairs.map(pair => {
		const [field = '', name = '', ...more] = pair.split('=');
		const known = named.get(field);
		if (name === '' || more.length > 0) {
			throw new FormatError(`${pair} isn't of the form field=name, such as url=my.path`);
		}
		if (known === undefined) {
			throw new FormatError(`there is no field ${field}; there are ${[...named.keys()].join(' ')}`);
		}
		return {...known, name};
	});
}
