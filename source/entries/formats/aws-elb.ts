import {noRequest} from '../entry-record.js';
import type {FormatReader} from '../format.js';
import {awsDurations, awsRequest} from '../pattern/aws-pieces.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstOf} from '../pattern/first-of.js';
import {client, isoTime, other, size, sureStatus, upstream, userAgent} from '../pattern/pieces.js';

const [waiting, working, answering] = awsDurations;

const begin = [
	...[
		isoTime('utc'),
		' ',
		other,
		' ',
		client,
		' ',
		upstream,
		' ',
		waiting,
		' ',
		working,
		' ',
		answering,
		' ',
	],
];
const request = [...begin, sureStatus, ' ', other, ' ', other, ' ', size, ' "', awsRequest, '"'];

/**
 * Classic load balancers of AWS. TCP connections are in the log, too, without a request.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html
 */
export const awsElb: FormatReader = {
	begins: '0123456789',
	formats: [
		{
			name: 'aws_elb',
			title: 'AWS classic load balancer',
			escapes: 'clf',
			example:
				'2026-11-20T09:03:07.077255Z shop 203.0.113.7:40909 10.0.0.1:443 0.000031 0.009511 0.000029 200 200 0 415 "GET https://shop.example:443/en/?p=2 HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2',
		},
	],
	open() {
		const connection = compilePattern([...begin, '- - ', other, ' ', size, ' "- - - "'], 'any');
		const read = firstOf(
			compilePattern([...request, ' "', userAgent, '"'], 'any'),
			compilePattern(request, 'any'),
		);
		return (bytes, start, end, record) => {
			if (connection(bytes, start, end, record) === 0) {
				return noRequest;
			}
			record.clear();
			return read(bytes, start, end, record);
		};
	},
};
