import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstOf} from '../pattern/first-of.js';
import {
	clfTime,
	client,
	maybeQuoted,
	milliseconds,
	other,
	plainUser,
	referer,
	request,
	size,
	status,
	userAgent,
} from '../pattern/pieces.js';

const begin = [
	...[
		other,
		' ',
		other,
		' [',
		clfTime,
		'] ',
		client,
		' ',
		plainUser,
		' ',
		other,
		' ',
		other,
		' ',
		other,
		' ',
	],
	...[maybeQuoted(request), ' ', status, ' ', other, ' ', size, ' ', other, ' ', milliseconds, ' ', other],
];

/**
 * Server access logs of AWS S3: `%owner %bucket [%t] %ip %requester %id %operation %key "%r" %s %error %b %size
 * %total_time %turn_around_time "%referer" "%agent"` and more.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
 */
export const awsS3: FormatReader = {
	formats: [
		{
			name: 'aws_s3',
			title: 'AWS S3',
			escapes: 'clf',
			example:
				'79a5 shop-assets [20/Nov/2026:09:03:07 +0000] 203.0.113.7 79a5 3E57427F3EXAMPLE REST.GET.OBJECT logo.svg "GET /logo.svg HTTP/1.1" 200 - 2662 2662 17 16 "https://shop.example/" "curl/8.5.0" -',
		},
	],
	open: () =>
		firstOf(
			compilePattern([...begin, ' "', referer, '" "', userAgent, '"'], 'any'),
			compilePattern(begin, 'any'),
		),
};
