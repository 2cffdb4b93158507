import {plus} from '../../ascii.js';
import {fraction, fractionEnd, setTimeSpan} from '../times/calendar.js';
import {readClfTime} from '../times/stamps.js';
import {setClient, setClientAddress} from '../values/client.js';
import {decimalNumber, isNoNumber, lastColon, matches, readSize, setNumber} from '../values/words.js';
import type {BoundedPart, ValuePart} from './value-part.js';
import {addressCharacters} from './value-parts.js';

/** `203.0.113.7:33317`, `2001:db8::7:33317`: always with a port, IPv6 without brackets. */
export const haproxyClient: BoundedPart = {
	field: 'ip',
	what: 'a client with its port',
	holds: addressCharacters,
	take: (bytes, start, end, record) => {
		const port = lastColon(bytes, start, end);
		return setClient(bytes, start, port === -1 ? end : port, record);
	},
};

/** An address with its port. It has no `field`, so it is never skipped: it alone identifies the line's program. */
export const sureClient: BoundedPart = {
	what: haproxyClient.what,
	holds: addressCharacters,
	take: (bytes, start, end, record) =>
		lastColon(bytes, start, end) !== -1 && setClientAddress(bytes, start, end, record),
};

/** `20/Nov/2026:09:03:07.655`, in the environment's zone. */
export const haproxyTime: ValuePart = {
	field: 'time',
	what: 'a time like 20/Nov/2026:09:03:07.655',
	take: (bytes, start, end, record) => {
		const clockEnd = readClfTime(bytes, start, end, record);
		const isTime = clockEnd + 4 === end && fractionEnd(bytes, clockEnd, end) === end;
		record.time += fraction(bytes, clockEnd, end);
		return isTime && setTimeSpan(record, start, end) === end;
	},
};

/** The last of five timers in ms, `10/0/30/69/109`. The plus of `+109` means that the line was logged early. */
export const haproxyDuration: ValuePart = {
	field: 'durationMs',
	what: 'five timers like 10/0/30/69/109',
	holds: '0123456789/+-',
	take: (bytes, start, end, record) => {
		const timers = bytes.toString('latin1', start, end);
		const last = start + timers.lastIndexOf('/') + 1;
		const from = bytes[last] === plus ? last + 1 : last;
		setNumber(record, 'durationMs', decimalNumber(bytes, from, end), from, end);
		return /^(?:[^/]*\/){4}[^/]*$/.test(timers);
	},
};

/** Address of the client without its port, IPv6 without brackets. */
export const haproxyAddress: BoundedPart = {
	field: 'ip',
	what: 'an address',
	holds: addressCharacters,
	take: setClient,
};

/**
 * Total duration of the request in ms. A plus before it means that the line was logged early; -1 means that the request was
 * aborted.
 */
export const haproxyTotal: BoundedPart = {
	field: 'durationMs',
	what: 'milliseconds',
	holds: '0123456789+-',
	take: (bytes, start, end, record) => {
		const from = bytes[start] === plus ? start + 1 : start;
		setNumber(record, 'durationMs', decimalNumber(bytes, from, end), from, end);
		return !Number.isNaN(record.durationMs) || isNoNumber(bytes, from, end);
	},
};

/** Bytes sent. A plus before them means that more were to follow. */
export const haproxySize: ValuePart = {
	field: 'bytes',
	what: 'a size',
	take: (bytes, start, end, record) => {
		const from = bytes[start] === plus ? start + 1 : start;
		return readSize(bytes, from, end, record);
	},
};

/** `0/0`: numbers of requests that were queued before this one. */
export const queues: ValuePart = {
	what: 'two queues like 0/0',
	take: (bytes, start, end) => matches(/^\d+\/\+?\d+$/, bytes, start, end),
};
