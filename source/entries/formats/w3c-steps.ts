import {textFields} from '../../fields/fields.js';
import type {Field} from '../entry-record.js';
import {emptyFields, type Step, type Value} from '../layout-steps.js';
import {layoutOf, type Role} from './w3c-layout.js';

type Column = {readonly field: Field; readonly kind: Value['kind']};

/** Columns with fields. */
const roles: Readonly<Partial<Record<Role, Column>>> = {
	method: {field: 'method', kind: 'verb'},
	uri: {field: 'url', kind: 'target'},
	stem: {field: 'url', kind: 'target'},
	query: {field: 'url', kind: 'query'},
	status: {field: 'status', kind: 'status'},
	size: {field: 'bytes', kind: 'size'},
	timeTaken: {field: 'durationMs', kind: 'milliseconds'},
	ip: {field: 'ip', kind: 'client'},
	forwardedFor: {field: 'forwardedFor', kind: 'term'},
	host: {field: 'host', kind: 'term'},
	otherHost: {field: 'host', kind: 'term'},
	user: {field: 'user', kind: 'term'},
	referer: {field: 'referer', kind: 'term'},
	userAgent: {field: 'userAgent', kind: 'term'},
	protocol: {field: 'protocol', kind: 'term'},
};

/** Maximum number of columns. */
const maxColumns = 128;

/** Roles for the same field. A log with both has no layout, because only one of the values counts. */
const alternatives: ReadonlyArray<readonly Role[]> = [
	['host', 'otherHost'],
	['uri', 'stem'],
];

/**
 * Returns the layout of lines with a `#Fields` line, whose columns have spaces between them: see wasm/assembly/w3c-line.ts.
 * Undefined, for example, if they don't begin with a date and a time, or if a field has its value from several columns.
 *
 * @param isChosen - true if the client may be one in a list of forwarded addresses
 */
export function w3cSteps(fields: string, format: number, isChosen: boolean): readonly Step[] | undefined {
	const {size, columns, isOfRequests, isCloudFront, hasCommas} = layoutOf(fields);
	const {date, time, method, stem, query} = columns;
	if (
		!isOfRequests ||
		isCloudFront ||
		hasCommas ||
		date !== 0 ||
		time !== 1 ||
		method === -1 ||
		size > maxColumns ||
		(query !== -1 && (stem === -1 || query !== stem + 1)) ||
		(isChosen && columns.forwardedFor !== -1) ||
		alternatives.some(all => all.every(role => columns[role] !== -1))
	) {
		return undefined;
	}
	const found = new Map(
		Object.entries(roles).map(([role, column]) => [columns[role as Role], column] as const),
	);
	found.delete(-1);
	const hasField = (wanted: Field) => [...found.values()].some(({field}) => field === wanted);
	const steps: Step[] = [{literal: '', kind: 'w3c', format: emptyFields(hasField)}];
	for (let column = 2; column < size; column++) {
		const {kind, field} = found.get(column) ?? ({kind: 'words', field: undefined} as const);
		const parameter = kind === 'term' ? (textFields as ReadonlyArray<Field | undefined>).indexOf(field) : 0;
		steps.push({literal: '', kind, parameter});
	}
	return [...steps, {literal: '', kind: 'end', format}];
}
