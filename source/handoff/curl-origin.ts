/** Where a request is sent again. */
export type CurlOrigin = {
	/** `https://shop.example:8443` */
	readonly origin: string;
	/** What of that the log doesn't say, for reading; empty when it says all. */
	readonly assumed: string;
};

/** A name, or an address in brackets, and a port: nothing that a URL could mean something else by. */
const plainHost = /^(?:[a-z\d][\w.-]{0,252}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/i;

const absolute = /^(https?):\/\/([^/?#]*)/i;

/** Where curl is to send a request. The host is what the request named, or else what the log says; else this machine. */
export const curlOrigin = (target: string, logged: string | null): CurlOrigin => {
	const [, scheme = '', authority = ''] = absolute.exec(target) ?? [];
	const named = authority.slice(authority.lastIndexOf('@') + 1);
	const host = named === '' ? (logged ?? '') : named;
	const [, port] = plainHost.exec(host) ?? [];
	if (!plainHost.test(host) || Number(port ?? 0) > 65_535) {
		const why =
			host === '' || host === '-' || host === '_' ? 'the log has no host' : 'the host in the log is none';
		return {origin: 'http://localhost', assumed: `http://localhost is assumed, as ${why}`};
	}
	if (scheme !== '' && named !== '') {
		return {origin: `${scheme.toLowerCase()}://${host}`, assumed: ''};
	}
	const guessed = port === '80' ? 'http' : 'https';
	const assumed =
		port === '80' || port === '443' ? '' : `to ${guessed}://${host}, where ${guessed} is assumed`;
	return {origin: `${guessed}://${host}`, assumed};
};
