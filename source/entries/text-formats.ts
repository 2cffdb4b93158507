import type {Format} from './format.js';

/**
 * A format whose lines a pattern describes. The patterns are written as `--format` takes them: an nginx `log_format`,
 * with the further variables of pattern/nginx-log-format.ts. Two spaces and more stand for one or more.
 */
export type TextFormat = Format & {
	/** Its definition: documentation, or the source code that writes it. */
	readonly source: string;
	/** The forms that its lines have, the longest first. After a `…` at the end anything may follow. */
	readonly patterns: readonly string[];
	/** Lines of it that are no request: connections, and what else the same program writes into the same file. */
	readonly others?: readonly string[];
	/** What one should know of its values. */
	readonly remark?: string;
};

const alb =
	'${one_of:http|https|h2|grpcs|ws|wss} $time_iso8601_utc $word $remote_addr $upstream_addr ${part_of_duration:s} ${part_of_duration:s} ${part_of_duration:s} $status $word $number $body_bytes_sent "$aws_request" "$http_user_agent"';

const elb =
	'$time_iso8601_utc $word $remote_addr $upstream_addr ${part_of_duration:s} ${part_of_duration:s} ${part_of_duration:s} ${sure:status} $word $number $body_bytes_sent "$aws_request"';

const s3 =
	'$word $word [$time_local] $remote_addr $user $word $word $word ${"request} $status $word $body_bytes_sent $number ${duration:ms} $word';

const envoyBegin = '[$time_iso8601_utc] "$request" $status $word';
const envoyEnd =
	'$number $body_bytes_sent ${duration:ms} $word "$forwarded_client" "$http_user_agent" "$text" "$host" "$upstream_addr"…';

const haproxy =
	'$haproxy_client [$haproxy_time] $word $upstream_addr $haproxy_timers $status $haproxy_size $word $word $word $word $haproxy_queues ';

const proxyManager =
	'${sure:status} - $request_method $word $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $text]';

const uwsgi =
	'[pid: $text] $remote_addr ($remote_user) {$text} [${time:%a %b %e %H:%M:%S %Y}] $request_method ${~request_uri} => generated $body_bytes_sent bytes in ';

const timeFirst =
	'$time_iso8601 $remote_addr ${"remote_user} $request_method ${"request_uri} $number ${sure:status} $body_bytes_sent';

/** In the order in which they are tried. No line is of two of them. */
export const textFormats: readonly TextFormat[] = [
	{
		name: 'aws_alb',
		title: 'AWS application load balancer',
		source:
			'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html',
		escapes: 'clf',
		patterns: [alb + ' $word $word $word "$text" ${"host}…', alb + '…'],
		example:
			'https 2026-11-20T09:03:07.186641Z app/shop/72b0 203.0.113.7:44740 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://shop.example:443/en/ HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/t/73 "Root=1-58" "shop.example" "-" 0 2026-11-20T09:03:07.100000Z "forward" "-" "-"',
	},
	{
		name: 'aws_elb',
		title: 'AWS classic load balancer',
		source: 'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html',
		escapes: 'clf',
		patterns: [elb + ' "$http_user_agent"…', elb + '…'],
		others: [
			'$time_iso8601_utc $word $remote_addr $upstream_addr $word $word $word - - $number $number "- - - "…',
		],
		example:
			'2026-11-20T09:03:07.077255Z shop 203.0.113.7:40909 10.0.0.1:443 0.000031 0.009511 0.000029 200 200 0 415 "GET https://shop.example:443/en/?p=2 HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2',
	},
	{
		name: 'aws_s3',
		title: 'AWS S3',
		source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html',
		escapes: 'clf',
		patterns: [s3 + ' "$http_referer" "$http_user_agent"…', s3 + '…'],
		example:
			'79a5 shop-assets [20/Nov/2026:09:03:07 +0000] 203.0.113.7 79a5 3E57427F3EXAMPLE REST.GET.OBJECT logo.svg "GET /logo.svg HTTP/1.1" 200 - 2662 2662 17 16 "https://shop.example/" "curl/8.5.0" -',
	},
	{
		name: 'envoy',
		title: 'Envoy, Istio, Contour',
		source:
			'https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage#default-format-string',
		escapes: 'none',
		patterns: [envoyBegin + ' ' + envoyEnd, envoyBegin + ' $word $word "$text" ' + envoyEnd],
		others: ['[$time_iso8601_utc] "- - -" …'],
		example:
			'[2026-11-20T09:03:07.743Z] "GET /en/ HTTP/1.1" 200 - 0 256 50 25 "203.0.113.7" "curl/8.10.1" "cc21d9b0" "shop.example" "10.0.0.2:8080"',
		remark:
			'The client is the first that it was forwarded for: the address that has connected isn’t in the log.',
	},
	{
		name: 'haproxy',
		title: 'HAProxy in HTTP mode',
		source: 'https://docs.haproxy.org/3.0/configuration.html#8.2.3',
		escapes: 'haproxy',
		patterns: [
			haproxy + '"$request"…',
			haproxy + '${~text} "$request"…',
			haproxy + '"$request',
			haproxy + '${~text} "$request',
		],
		others: ['$haproxy_client [$haproxy_time] …'],
		example:
			'203.0.113.7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example} {} "GET /en/ HTTP/1.1"',
		remark: 'A line is cut at 1024 bytes unless told otherwise, so the quote at its end may be missing.',
	},
	{
		name: 'nginx_proxy_manager',
		title: 'Nginx Proxy Manager',
		source:
			'https://github.com/NginxProxyManager/nginx-proxy-manager/blob/develop/docker/rootfs/etc/nginx/conf.d/include/log-proxy.conf',
		escapes: 'clf',
		patterns: [
			'[$time_local] $word $word ' +
				proxyManager +
				' [Sent-to $upstream_addr] "$http_user_agent" "$http_referer"…',
			'[$time_local] ' + proxyManager + ' "$http_user_agent" "$http_referer"…',
		],
		example:
			'[20/Nov/2026:09:03:07 +0000] - 200 200 - GET https shop.example "/en/" [Client 203.0.113.7] [Length 1543] [Gzip 2.45] [Sent-to 10.0.0.15] "curl/8.5.0" "-"',
	},
	{
		name: 'squid',
		title: 'Squid',
		source: 'https://wiki.squid-cache.org/Features/LogFormat',
		escapes: 'none',
		patterns: [
			'$msec  ${duration:ms} $remote_addr $word/${sure:status} $body_bytes_sent $request_method $request_uri $user $upstream_addr $word…',
		],
		example:
			'1795165387.603    310 203.0.113.7 TCP_MISS/302 1234 GET http://shop.example/en/ - HIER_DIRECT/198.51.100.4 text/html',
	},
	{
		name: 'ssl_request',
		title: 'Apache’s ssl_request_log',
		source: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#logformats',
		escapes: 'clf',
		patterns: [
			'[$time_local] $remote_addr ${one_of:TLSv1.3|TLSv1.2|TLSv1.1|TLSv1|SSLv3|-} $word "$request" $body_bytes_sent…',
		],
		example:
			'[20/Nov/2026:09:03:07 +0100] 203.0.113.7 TLSv1.3 TLS_AES_256_GCM_SHA384 "GET /en/ HTTP/1.1" 4523',
	},
	{
		name: 'uwsgi',
		title: 'uWSGI',
		source: 'https://uwsgi-docs.readthedocs.io/en/latest/LogFormat.html',
		escapes: 'none',
		patterns: [
			uwsgi + '${duration:ms} msecs ($server_protocol $status)…',
			uwsgi + '${duration:us} micros ($server_protocol $status)…',
			uwsgi + '${duration:s} secs ($server_protocol $status)…',
		],
		example:
			'[pid: 885|app: 0|req: 1/1] 203.0.113.7 () {38 vars in 696 bytes} [Fri Nov 20 09:03:07 2026] POST /cart => generated 47 bytes in 129 msecs (HTTP/1.1 200) 9 headers in 378 bytes (1 switches on core 3)',
	},
	{
		name: 'time_first',
		title: 'a custom format of Apache',
		source: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats',
		escapes: 'clf',
		patterns: [timeFirst + ' "$http_referer" "$http_user_agent"…', timeFirst + '…'],
		example: '2026-11-20T09:03:07 203.0.113.7 - GET "/client/" -1 200 5778 "https://a.example/" "curl/8.5.0"',
	},
	{
		name: 'npmplus',
		title: 'NPMplus',
		source: 'https://github.com/ZoeyVid/NPMplus/blob/develop/rootfs/usr/local/nginx/conf/nginx.conf',
		escapes: 'clf',
		patterns: [
			'[$time_local] $host ${sure:remote_addr} ${sure:request_time} "$request" $status $body_bytes_sent $number $http_referer $http_user_agent',
		],
		example:
			'[20/Nov/2026:09:03:07 +0000] shop.example 203.0.113.7 0.052 "GET /en/ HTTP/2.0" 200 4523 4871 https://shop.example/ curl/8.5.0',
	},
	{
		name: 'zoraxy',
		title: 'Zoraxy',
		source: 'https://github.com/tobychui/zoraxy/blob/main/src/mod/info/logger/trafficlog.go',
		escapes: 'none',
		patterns: [
			'[$time_iso8601] [router:$text] [origin:$host] [client: $remote_addr] [useragent: ${~http_user_agent}] $request_method $request_uri ${sure:status}',
		],
		example:
			'[2026-11-20 09:03:07.123456] [router:host-http] [origin:shop.example] [client: 203.0.113.7] [useragent: curl/8.5.0] GET /en/ 200',
		remark: 'Nothing is escaped, and a URL has no space: Go refuses those. Times are of the machine’s zone.',
	},
];
