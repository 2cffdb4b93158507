import {byteSize} from '../../listing/byte-size.js';
import type {ShipProgress} from '../shipper.js';

/** What the status line is made of. */
export type ShipState = ShipProgress & {
	/** Requests a second, lately. */
	readonly rate: number;
	/** Why a batch isn't there yet; undefined when nothing is wrong. */
	readonly problem: string | undefined;
};

const digits = new Intl.NumberFormat('en');

/** How far shipping has come, on one line: `lag 12 MB · 153,201 rows/s · 1,203,000 rows shipped`. */
export const statusText = ({lag, rate, rows, unread, lost, problem}: ShipState): string =>
	[
		`lag ${byteSize(lag)}`,
		`${digits.format(Math.round(rate))} rows/s`,
		`${digits.format(rows)} ${rows === 1 ? 'row' : 'rows'} shipped`,
		...(unread === 0 ? [] : [`${digits.format(unread)} lines not recognised`]),
		...(lost === 0 ? [] : [`${byteSize(lost)} lost`]),
		...(problem === undefined ? [] : [`waiting: ${problem}`]),
	].join(' · ');
