import type {Column} from '../listing/columns.js';
import type {Widest} from './listing/widest.js';

/** How a line is divided between the columns. */
export type ColumnWidths = {
	/** Columns of the terminal; 0: the column isn't shown. */
	readonly widths: Readonly<Record<Column, number>>;
	/** Spaces between two columns. */
	readonly gap: number;
	/** True when there is room only for the clock part of the time. */
	readonly clockOnly: boolean;
};

type Fixed = Omit<Record<Column, number>, 'url'>;
type Variant = {
	readonly fixed: Fixed;
	readonly gap: number;
	readonly leastUrl: number;
	readonly clockOnly?: true;
};

/** No line is narrower than this: Status and Token. */
export const leastWidth = 18;

/** What the URL has beyond this, long addresses and wider gaps may have: most URLs are shorter. */
const ampleUrl = 40;
const leastUrl = 12;
/** IPv4 whole; from there on addresses grow at the cost of the URL. */
const usualIp = 15;
/** IPv6 whole. */
const longestIp = 39;

/**
 * Divides the width of a line: what the texts need for all but the URL, which takes the rest. When that leaves
 * it too little, the others give way one after the other, those first that tell least; Status and Token stay.
 */
export function columnWidths(width: number, widest: Widest): ColumnWidths {
	const variant = variants(width, widest).find(candidate => restOf(width, candidate) >= candidate.leastUrl);
	if (!variant) {
		const status = width >= leastWidth + 2 ? 6 : 4;
		return {widths: {status, ip: 0, method: 0, url: 0, time: 0, token: 13}, gap: 1, clockOnly: true};
	}

	const {fixed, gap, clockOnly = false} = variant;
	return {widths: {...fixed, url: restOf(width, variant)}, gap, clockOnly};
}

function variants(width: number, widest: Widest): readonly Variant[] {
	// The selection's marker stands in the Status column, before the digits.
	const status = between(6, widest.status + 1, 8);
	const time = between(18, widest.time, 24);
	const clock = Math.max(8, time - 12);
	const normal: Fixed = {
		status,
		ip: between(9, widest.ip, usualIp),
		// OPTIONS and CONNECT, when they occur: the usual methods are shorter than the header.
		method: between(6, widest.method, 7),
		time,
		token: 13,
	};
	const small: Fixed = {...normal, status: 6, method: 6, time: clock};
	const ample: Fixed = {
		...normal,
		ip: between(usualIp, widest.ip, longestIp),
		method: between(6, widest.method, 10),
		time: Math.max(20, time),
	};
	const spare = restOf(width, {fixed: {...normal, ip: usualIp}, gap: 1}) - ampleUrl;
	const grown: Fixed = {...normal, ip: Math.min(ample.ip, usualIp + Math.max(0, spare))};
	return [
		{fixed: ample, gap: 2, leastUrl: ampleUrl},
		{fixed: grown, gap: 1, leastUrl: ampleUrl},
		{fixed: normal, gap: 1, leastUrl},
		{fixed: {...normal, method: 4}, gap: 1, leastUrl},
		{fixed: small, gap: 1, leastUrl, clockOnly: true},
		{fixed: {...small, method: 4}, gap: 1, leastUrl, clockOnly: true},
		{fixed: {...small, method: 0}, gap: 1, leastUrl, clockOnly: true},
		{fixed: {...small, method: 0, ip: 0}, gap: 1, leastUrl, clockOnly: true},
		{fixed: {...small, method: 0, ip: 0, time: 0}, gap: 1, leastUrl: 6},
	];
}

function restOf(width: number, {fixed, gap}: Pick<Variant, 'fixed' | 'gap'>): number {
	const shown = Object.values(fixed).filter(value => value > 0);
	return width - shown.reduce((sum, value) => sum + value + gap, 0);
}

function between(least: number, value: number, most: number): number {
	return Math.max(least, Math.min(value, most));
}
