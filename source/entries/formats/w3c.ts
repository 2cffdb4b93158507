import type {Format, FormatReader} from '../format.js';
import {HeaderInForce} from '../log-header.js';
import {W3cScanner} from './w3c-scanner.js';

/** The W3C's extended format: what a column is, a `#Fields` line says. https://www.w3.org/TR/WD-logfile.html */
const w3c: Format = {
	name: 'w3c',
	title: 'IIS, Azure App Service, Tomcat, WebLogic: the W3C’s extended format',
	escapes: 'none',
	example:
		'2026-11-20 09:03:07 10.0.0.5 GET /en/ page=2 443 - 203.0.113.7 curl/8.5.0 https://shop.example/ 200 0 0 52',
};

const cloudFront: Format = {
	name: 'cloudfront',
	title: 'Amazon CloudFront',
	escapes: 'none',
	example:
		'2026-11-20\t09:03:07\tFRA56-P4\t4523\t203.0.113.7\tGET\td111111abcdef8.cloudfront.net\t/en/\t200\t-\tcurl/8.5.0\tpage=2\t-\tHit\tq3VvQ7yGnWxkR6Xv1hYw2A==\tshop.example\thttps\t62\t0.052\t-\tTLSv1.3\tTLS_AES_128_GCM_SHA256\tHit\tHTTP/2.0\t-\t-\t51754\t0.051\tHit\ttext/html\t4123\t-\t-',
};

/** All that is in the W3C's extended format. */
export const w3cFamily: FormatReader = {
	formats: [w3c, cloudFront],
	isHeaded: true,
	open(header = new HeaderInForce()) {
		const scanner = new W3cScanner(header);
		return (bytes, start, end, record) => scanner.read(bytes, start, end, record);
	},
};
