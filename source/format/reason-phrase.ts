/** Statuses that servers log but IANA doesn't register. */
const others: Readonly<Record<number, string>> = {
	// nginx: src/http/ngx_http_request.h
	444: 'Connection Closed Without Response',
	494: 'Request Header Too Large',
	495: 'TLS Certificate Error',
	496: 'TLS Certificate Required',
	497: 'HTTP Request Sent to HTTPS Port',
	499: 'Client Closed Request',
	// AWS, Application Load Balancer: troubleshooting
	460: 'Client Closed Connection',
	463: 'Too Many Addresses in X-Forwarded-For',
	561: 'Unauthorized by Identity Provider',
	// Cloudflare: 5xx errors
	520: 'Unknown Error of the Origin',
	521: 'Origin Down',
	522: 'Connection to the Origin Timed Out',
	523: 'Origin Unreachable',
	524: 'Origin Timed Out',
	525: 'TLS Handshake with the Origin Failed',
	526: 'Invalid TLS Certificate of the Origin',
};

/** Returns the reason phrase of a status, as registered with IANA or named by the server that invented it; otherwise null. */
export function reasonPhrase(status: number): string | null {
	// Loaded on first use: it takes 5 ms, which would delay the first screen.
	const {STATUS_CODES} = process.getBuiltinModule('node:http');
	return STATUS_CODES[status] ?? others[status] ?? null;
}
