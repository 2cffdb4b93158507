import type {FormatReader} from '../format.js';
import {awsDurations, awsRequest} from '../pattern/aws-pieces.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstOf} from '../pattern/first-of.js';
import {
	client,
	host,
	isoTime,
	maybeQuoted,
	oneOf,
	other,
	size,
	status,
	upstream,
	userAgent,
} from '../pattern/pieces.js';

const [waiting, working, answering] = awsDurations;

const begin = [
	...[oneOf('a kind of connection', ['http', 'https', 'h2', 'grpcs', 'ws', 'wss']), ' ', isoTime('utc'), ' '],
	...[other, ' ', client, ' ', upstream, ' ', waiting, ' ', working, ' ', answering, ' ', status, ' '],
	...[other, ' ', other, ' ', size, ' "', awsRequest, '" "', userAgent, '"'],
];

/**
 * Application load balancers of AWS. Fields have been added at the end, and will be.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 */
export const awsAlb: FormatReader = {
	begins: 'hgw',
	formats: [
		{
			name: 'aws_alb',
			title: 'AWS application load balancer',
			escapes: 'clf',
			example:
				'https 2026-11-20T09:03:07.186641Z app/shop/72b0 203.0.113.7:44740 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://shop.example:443/en/ HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/t/73 "Root=1-58" "shop.example" "-" 0 2026-11-20T09:03:07.100000Z "forward" "-" "-"',
		},
	],
	open: () =>
		firstOf(
			compilePattern(
				[...begin, ' ', other, ' ', other, ' ', other, ' "', other, '" ', maybeQuoted(host)],
				'any',
			),
			compilePattern(begin, 'any'),
		),
};
