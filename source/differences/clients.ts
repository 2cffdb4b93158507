import {stepsAtOnce} from '../answers/scan.js';
import {colon} from '../ascii.js';
import {readAddress} from '../entries/values/address-range.js';
import {baselineOf, inBaseline, inSelection, kinds, selectedOf} from './change.js';
import {Clumps} from './clumps.js';
import type {ComparedEntries} from './compared-entries.js';
import {Marked, type Values} from './values.js';

/** Bytes of an IPv6 address that name a household: it has a /64 of addresses. */
const household = 8;

/** Length of the first group of an IPv6 address, with its colon. */
const maxFirstGroup = 5;

const address = new Uint8Array(16);
const marked = new Marked();

/** Groups the compared entries by client: by address, of IPv6 by /64. */
export async function clumpsOf(entries: ComparedEntries, addresses: Values): Promise<Clumps> {
	const clientOfAddress = new Uint32Array(addresses.counts.length / kinds);
	const households = new Map<string, number>();
	let count = 0;
	await addresses.each((value, text) => {
		const {bytes, start, end} =
			typeof text === 'string' ? {bytes: Buffer.from(text), start: 0, end: Buffer.byteLength(text)} : text;
		let isIpv6 = false;
		for (let index = start; index < Math.min(end, start + maxFirstGroup); index++) {
			isIpv6 ||= bytes[index] === colon;
		}
		if (isIpv6 && readAddress(bytes, start, end, address)) {
			const key = Buffer.from(address.buffer, 0, household).toString('latin1');
			const client = households.get(key) ?? ++count;
			households.set(key, client);
			clientOfAddress[value] = client;
		} else {
			clientOfAddress[value] = ++count;
		}
	});
	const [find] = addresses.marked(clientOfAddress);
	const clientOf = new Uint32Array(entries.numbers.words * 32);
	await entries.each((segment, compared) => {
		const count = find?.(segment, compared.rows, marked) ?? 0;
		entries.eachMarkedKind(compared, marked, count, (_, first, end, offset) =>
			noteClients(clientOf, first, end, offset),
		);
	});
	const n = new Uint32Array(2 * (count + 1));
	const {counts} = entries.numbers;
	n[0] = inSelection(counts);
	n[1] = inBaseline(counts);
	for (let value = 1; value < clientOfAddress.length; value++) {
		const selected = selectedOf(addresses.counts, value);
		const baseline = baselineOf(addresses.counts, value);
		const at = 2 * (clientOfAddress[value] ?? 0);
		n[at] = (n[at] ?? 0) + selected;
		n[at + 1] = (n[at + 1] ?? 0) + baseline;
		n[0] = (n[0] ?? 0) - selected;
		n[1] = (n[1] ?? 0) - baseline;
		if (value % stepsAtOnce === 0 && entries.scan.isOverAfterStep(stepsAtOnce)) {
			await entries.scan.rest();
		}
	}
	// The constructor takes a separate slice.
	await entries.scan.rest();
	return new Clumps(entries.numbers, clientOf, n);
}

/** Writes the marks of entries to their numbers. */
function noteClients(clientOf: Uint32Array, first: number, end: number, offset: number): void {
	const {indexes, marks} = marked;
	const firstIndex = indexes[first] ?? 0;
	// Mostly all rows have an address.
	if (end > first && (indexes[end - 1] ?? 0) - firstIndex === end - 1 - first) {
		clientOf.set(marks.subarray(first, end), offset + firstIndex);
		return;
	}
	for (let at = first; at < end; at++) {
		clientOf[offset + (indexes[at] ?? 0)] = marks[at] ?? 0;
	}
}
