import {noStatus} from '../entry-record.js';
import {slotOf} from './known-names.js';
import type {ObjectScanner} from './object-scanner.js';
import {slotNumber} from './slot-number.js';

/** How the names of the loggers begin that log requests, and no errors, in Caddy. */
const accessLogger = Buffer.from('http.log.access');

/** `other`: something else than a request that a known server logs. */
export type ObjectKind = 'request' | 'other' | 'unknown';

/**
 * Whether the object whose values a scanner has found, in `bytes`, is a request: it has a status and a request line,
 * method or URL, or all of a method, a URL and a time. `ts` is the number of that name, under which Caddy logs the time.
 */
export const objectKind = (scanner: ObjectScanner, bytes: Buffer, ts: number): ObjectKind => {
	const hasUrl = scanner.has(slotOf.url) || scanner.has(slotOf.path);
	const hasMethod = scanner.has(slotOf.method);
	const status = slotNumber(scanner, bytes, slotOf.status);
	const isRequest =
		status < noStatus
			? hasMethod ||
				scanner.has(slotOf.requestLine) ||
				(hasUrl && status >= 100) ||
				(scanner.isWithoutRequest && status >= 100 && scanner.has(slotOf.ip))
			: hasMethod && hasUrl && scanner.has(slotOf.time);
	// Caddy logs errors with their requests, and everything else in the same way.
	const isLogged = scanner.has(slotOf.level) && scanner.chosen[slotOf.time] === ts;
	if (isLogged && (isRequest ? isOtherLogger(scanner, bytes) : isMessage(scanner))) {
		return 'other';
	}
	return isRequest ? 'request' : 'unknown';
};

const isOtherLogger = (scanner: ObjectScanner, bytes: Buffer): boolean => {
	const start = scanner.starts[slotOf.logger] ?? 0;
	return (
		scanner.has(slotOf.logger) &&
		bytes.compare(accessLogger, 0, accessLogger.length, start, start + accessLogger.length) !== 0
	);
};

const isMessage = (scanner: ObjectScanner): boolean => scanner.has(slotOf.msg) && !scanner.has(slotOf.caller);
