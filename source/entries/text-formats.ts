import type {Format} from './format.js';
import type {Escapes} from './values/decode-text.js';

/**
 * A format that is described by patterns. They have the syntax of `--format`: an nginx `log_format`, with the further variables
 * of pattern/nginx-log-format.ts. Two or more spaces match one or more.
 */
export type TextFormat = Omit<Format, 'escapes'> & {
	/** Escaping of its strings. If missing, the program doesn't escape them. */
	readonly escapes?: Escapes;
	/** Forms of its lines, longest first. After a `…` at the end, anything may follow. */
	readonly patterns: readonly string[];
	/** Patterns of lines that aren't requests: connections, and other lines that the same program writes to the same file. */
	readonly others?: readonly string[];
};

const alb =
	'${one_of:http|https|h2|grpcs|ws|wss} $time_iso8601_utc $word $remote_addr $upstream_addr ${part_of_duration:s} ${part_of_duration:s} ${part_of_duration:s} $status $word $number $body_bytes_sent "$aws_request" "$http_user_agent"';

const elb =
	'$time_iso8601_utc $word $remote_addr $upstream_addr ${part_of_duration:s} ${part_of_duration:s} ${part_of_duration:s} ${sure:status} $word $number $body_bytes_sent "$aws_request"';

const s3 =
	'$word $word [$time_local] $remote_addr $user $word $word $word ${"request} $status $code $body_bytes_sent $number ${duration:ms} $number';

const envoyBegin = '[$time_iso8601_utc] "$request" $status $code';
const envoyNumbers = '$number $body_bytes_sent ${duration:ms} $word ';
const envoyTexts = ' "$http_user_agent" "$text" "$host" "$upstream_addr"';
const envoyEnd = envoyNumbers + '"$forwarded_client"' + envoyTexts + '…';
/** Istio's further columns: upstream cluster, local address of the upstream connection, local and remote address downstream. */
const istioEnd = envoyNumbers + '"-"' + envoyTexts + ' $word $word $word ${sure:remote_addr}…';

const haproxy =
	'$haproxy_client [$haproxy_time] $word $upstream_addr $haproxy_timers $status $haproxy_size $word $word $word $word $haproxy_queues ';

/** A request without quotes. */
const haproxyBare = '$request_method ${sure:request_uri} $server_protocol';

const discourse =
	'${sure:remote_addr} "$request" "$http_user_agent" "$text" ${sure:status} $body_bytes_sent "$http_referer" $word ${sure:request_time} "$remote_user"…';

/** Synapse's users: none, or a user. Marks of statuses whose response wasn't sent completely. */
const synapse = ['None', '$user'].flatMap(user =>
	['${sure:status}', '${sure:status}!', '!${sure:status}'].map(
		status =>
			`\${sure:remote_addr} - $word - {${user}} Processed request: \${duration:s}sec/\${~text}) \${body_bytes_sent}B ${status} "$request" "$http_user_agent"…`,
	),
);

const torchserve = '/${sure:remote_addr} "$request" ${sure:status} ${duration:ms}';

/** Ceph's gateway quotes headers that the request has. */
const ceph = ['$time_iso8601', '${time:%d/%b/%Y:%H:%M:%S.%f %z}'].flatMap(time =>
	['-', '"$http_referer"'].flatMap(referer =>
		['-', '"$http_user_agent"'].map(
			agent =>
				`$word  $word beast: $word: \${sure:remote_addr} - $user [${time}] "$request" \${sure:status} $body_bytes_sent ${referer} ${agent} $text latency=\${duration:s}s`,
		),
	),
);

const airlift =
	'$time_iso8601\t${sure:remote_addr}\t$request_method\t${sure:request_uri}\t$remote_user\t$http_user_agent\t${sure:status}\t$number\t$body_bytes_sent\t${duration:ms}';

const aspnetBegin = 'Request finished $server_protocol $request_method ${sure:request_uri}';

const proxyManager =
	'${sure:status} - $request_method $word $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $text]';

const uwsgi =
	'[pid: $text] $remote_addr ($remote_user) {$text} [${time:%a %b %e %H:%M:%S %Y}] $request_method ${~sure:request_uri} => generated $body_bytes_sent bytes in ';

const timeFirst =
	'$time_iso8601 ${sure:remote_addr} ${"remote_user} $request_method ${"request_uri} $number ${sure:status} $body_bytes_sent';

const crystal =
	'$remote_addr - $request_method ${sure:request_uri} $server_protocol - ${sure:status} ($duration)';

/** Reason phrases that can follow a status. A pattern for any phrase would match lines of other formats, too. */
const reasons =
	'Switching Protocols|OK|Created|Accepted|No Content|Partial Content|Moved Permanently|Found|' +
	'See Other|Not Modified|Temporary Redirect|Permanent Redirect|Bad Request|Unauthorized|' +
	'Forbidden|Not Found|Method Not Allowed|Conflict|Gone|Too Many Requests|Unprocessable Entity|' +
	'Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout';

/** All text formats, tried in this order. No line matches two of them. */
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
		patterns: [elb + '  "$http_user_agent"…', elb + '…'],
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
		title: 'Envoy, Istio, Contour, Ambassador',
		source:
			'https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage#default-format-string',
		patterns: [
			envoyBegin + ' $word $word "$text" ' + istioEnd,
			envoyBegin + ' "$text" "$text" ' + istioEnd,
			envoyBegin + ' "$text" ' + istioEnd,
			envoyBegin + ' ' + istioEnd,
			envoyBegin + ' ' + envoyEnd,
			envoyBegin + ' $word $word "$text" ' + envoyEnd,
			envoyBegin + ' "$text" "$text" ' + envoyEnd,
			envoyBegin + ' "$text" ' + envoyEnd,
			envoyBegin + ' $word ' + envoyEnd,
			'ACCESS ' + envoyBegin + ' ' + envoyEnd,
		],
		others: ['[$time_iso8601_utc] "- - -" …'],
		example:
			'[2026-11-20T09:03:07.743Z] "GET /en/ HTTP/1.1" 200 - 0 256 50 25 "203.0.113.7" "curl/8.10.1" "cc21d9b0" "shop.example" "10.0.0.2:8080"',
		remark:
			'The client is the first forwarded address. Without one it is the peer, whose address only Istio logs by default.',
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
			'$haproxy_client [$haproxy_time] ${~text} $haproxy_timers $status $haproxy_size ${~text} "$request"…',
			haproxy + haproxyBare,
			haproxy + '${~text} ' + haproxyBare,
			'$haproxy_client [$haproxy_time] ${~text} ' + haproxyBare + ' ${sure:status}…',
			'$haproxy_client [$haproxy_time] ${~text} ' + haproxyBare + ' ${sure:status}/…',
		],
		others: ['$haproxy_client [$haproxy_time] …'],
		example:
			'203.0.113.7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example} {} "GET /en/ HTTP/1.1"',
		remark: 'A line is cut at 1024 bytes by default, so its last quote may be missing.',
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
		patterns: [
			'$msec  ${duration:ms} $remote_addr $word/$status $body_bytes_sent $request_method $target $user $upstream_addr $word…',
			'${epoch:s}  ${duration:ms} $remote_addr $word/$status $body_bytes_sent $request_method $target $user $upstream_addr $word…',
			'$msec  ${duration:ms} $remote_addr $number $word/$status $body_bytes_sent $number $number $number $number $request_method $target $word $user $upstream_addr $word $word $word $word "$http_referer" "$http_user_agent"…',
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
			'[$time_local] $remote_addr ${one_of:TLSv1.3|TLSv1.2|TLSv1.1|TLSv1|SSLv3} $word "$request" $body_bytes_sent',
			'[$time_local] $remote_addr - - "$request" $body_bytes_sent',
		],
		example:
			'[20/Nov/2026:09:03:07 +0100] 203.0.113.7 TLSv1.3 TLS_AES_256_GCM_SHA384 "GET /en/ HTTP/1.1" 4523',
	},
	{
		name: 'uwsgi',
		title: 'uWSGI',
		source: 'https://uwsgi-docs.readthedocs.io/en/latest/LogFormat.html',
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
			'[$time_local] ${sure:host} ${sure:remote_addr} ${sure:request_time} "$request" $status $body_bytes_sent $number $http_referer $http_user_agent',
		],
		example:
			'[20/Nov/2026:09:03:07 +0000] shop.example 203.0.113.7 0.052 "GET /en/ HTTP/2.0" 200 4523 4871 https://shop.example/ curl/8.5.0',
	},
	{
		name: 'zoraxy',
		title: 'Zoraxy',
		source: 'https://github.com/tobychui/zoraxy/blob/main/src/mod/info/logger/trafficlog.go',
		patterns: [
			'[$time_iso8601] [router:$text] [origin:$host] [client: $remote_addr] [useragent: ${~http_user_agent}] $request_method $request_uri ${sure:status}',
		],
		example:
			'[2026-11-20 09:03:07.123456] [router:host-http] [origin:shop.example] [client: 203.0.113.7] [useragent: curl/8.5.0] GET /en/ 200',
		remark:
			'Values are not escaped, and URLs have no spaces, because Go refuses those. Times are in the machine’s zone.',
	},
	{
		name: 'gin',
		title: 'Gin (Go)',
		source: 'https://github.com/gin-gonic/gin/blob/master/logger.go',
		escapes: 'clf',
		patterns: [
			'[GIN] ${time:%Y/%m/%d - %H:%M:%S} |  ${sure:status} |  $duration |  ${sure:remote_addr} | $request_method  "${sure:request_uri}"',
		],
		others: ['[GIN-debug] …'],
		example: '[GIN] 2026/11/20 - 09:03:07 | 200 |     143.217µs |     203.0.113.7 | GET      "/en/?p=2"',
	},
	{
		name: 'chi',
		title: 'chi (Go), middleware.Logger',
		source: 'https://github.com/go-chi/chi/blob/master/middleware/logger.go',
		patterns: [
			'"$request" from $remote_addr - ${sure:status} ${body_bytes_sent}B in $duration',
			'[$word] "$request" from $remote_addr - ${sure:status} ${body_bytes_sent}B in $duration',
		],
		example:
			'[web1/Zk3rJ9-000001] "GET http://shop.example/en/ HTTP/1.1" from 203.0.113.7:51234 - 200 4523B in 143.2µs',
		remark: 'Go’s log package writes the time before the line.',
	},
	{
		name: 'fiber',
		title: 'Fiber (Go)',
		source: 'https://docs.gofiber.io/api/middleware/logger',
		patterns: [
			'$clock | ${sure:status} |  $duration |  ${sure:remote_addr} | $request_method  | ${sure:request_uri}  | ${text}',
			'$clock | ${sure:status} |  $duration |  ${sure:remote_addr} | $request_method  | ${sure:request_uri}',
			'[$clock] ${sure:remote_addr} ${sure:status} - $duration $request_method ${sure:request_uri}…',
			'[$clock] ${sure:status} -  $duration $request_method ${sure:request_uri}…',
		],
		example: '09:03:07 | 200 |      143.2µs |     203.0.113.7 | GET     | /en/       | -',
		remark: 'The day isn’t in the log, so the time isn’t known.',
	},
	{
		name: 'uvicorn',
		title: 'Uvicorn (FastAPI, Starlette)',
		source: 'https://github.com/encode/uvicorn/blob/master/uvicorn/logging.py',
		patterns: [
			'${sure:remote_addr} - "$request" ${sure:status}',
			'${sure:remote_addr} - "$request" ${sure:status} $reason',
			'INFO:  ${sure:remote_addr} - "$request" ${sure:status}',
			'INFO:  ${sure:remote_addr} - "$request" ${sure:status} $reason',
		],
		example: 'INFO:     203.0.113.7:51234 - "GET /en/?p=2 HTTP/1.1" 200 OK',
	},
	{
		name: 'django',
		title: 'Django’s runserver',
		source: 'https://github.com/django/django/blob/main/django/core/servers/basehttp.py',
		patterns: ['[${time:%d/%b/%Y %H:%M:%S}] "$request" ${sure:status} $body_bytes_sent'],
		example: '[20/Nov/2026 09:03:07] "GET /en/?p=2 HTTP/1.1" 200 4523',
		remark: 'The client isn’t in the log.',
	},
	{
		name: 'tornado',
		label: 'Tornado, Jupyter',
		title: 'Tornado, Jupyter, JupyterHub, Bokeh',
		source: 'https://github.com/tornadoweb/tornado/blob/master/tornado/web.py',
		patterns: [
			'[${one_of:D|I|W|E|C} ${time:%y%m%d %H:%M:%S} $word] ${sure:status} $request_method ${sure:request_uri} (${sure:remote_addr}) ${duration:ms}ms',
			'${sure:status} $request_method ${sure:request_uri} (${sure:remote_addr}) ${duration:ms}ms…',
			'${sure:status} $request_method ${sure:request_uri} (@${sure:remote_addr}) ${duration:ms}ms…',
			'${sure:status} $request_method ${sure:request_uri} ($user@${sure:remote_addr}) ${duration:ms}ms…',
		],
		example: '[I 261120 09:03:07 web:2271] 200 GET /en/?p=2 (203.0.113.7) 4.53ms',
	},
	{
		name: 'sanic',
		title: 'Sanic',
		source: 'https://github.com/sanic-org/sanic/blob/main/sanic/logging/default.py',
		patterns: [
			'[${time:%Y-%m-%d %H:%M:%S %z}] - (sanic.access)[${word}][${sure:remote_addr}]: $request_method ${sure:request_uri}  ${sure:status} $body_bytes_sent…',
			'${time:%Y-%m-%d %H:%M:%S %z} - (sanic.access)[${word}][${sure:remote_addr}]: $request_method ${sure:request_uri}  ${sure:status} $body_bytes_sent…',
		],
		example:
			'[2026-11-20 09:03:07 +0000] - (sanic.access)[INFO][203.0.113.7:51234]: GET http://shop.example/en/  200 4523',
	},
	{
		name: 'morgan',
		label: 'morgan (Express)',
		title: 'morgan (Express): dev, tiny and short',
		source: 'https://github.com/expressjs/morgan#predefined-formats',
		patterns: [
			'$request_method ${sure:request_uri} $status ${duration:ms} ms - $body_bytes_sent',
			'$request_method ${sure:request_uri} $status $body_bytes_sent - ${duration:ms} ms',
			'${sure:remote_addr} $user $request_method ${sure:request_uri} $server_protocol $status $body_bytes_sent - ${duration:ms} ms',
		],
		example: 'GET /en/?p=2 200 4.532 ms - 4523',
		remark:
			'dev and tiny have neither client nor time, short has no time; default and combined are the combined format.',
	},
	{
		name: 'koa',
		title: 'koa-logger, Hono',
		source: 'https://github.com/koajs/logger/blob/master/index.js',
		patterns: [
			'--> $request_method ${sure:request_uri} ${sure:status} $duration $word',
			'xxx $request_method ${sure:request_uri} ${sure:status} $duration $word',
			'--> $request_method ${sure:request_uri} ${sure:status} $duration',
			'xxx $request_method ${sure:request_uri} ${sure:status} $duration',
		],
		others: ['<-- $request_method ${sure:request_uri}'],
		example: '--> GET /en/ 200 12ms 4.42kb',
		remark: 'Neither client nor time is in the log. The size is rounded, so it is ignored.',
	},
	{
		name: 'nextjs',
		title: 'Next.js',
		source: 'https://nextjs.org/docs/app/api-reference/config/next-config-js/logging',
		patterns: [
			'$request_method ${sure:path} ${sure:status} in $duration',
			'$request_method ${sure:path} ${sure:status} in $duration ($text)',
		],
		example: 'GET /en/?p=2 200 in 12ms',
		remark: 'Neither client nor time is in the log.',
	},
	{
		name: 'rails',
		title: 'Ruby on Rails',
		source: 'https://github.com/rails/rails/blob/main/railties/lib/rails/rack/logger.rb',
		patterns: [
			'Started $request_method "${sure:request_uri}" for $remote_addr at ${time:%Y-%m-%d %H:%M:%S %z}',
		],
		others: [
			'Processing by $word as …',
			'Completed ${sure:status} $reason in ${duration:ms}ms…',
			'Parameters: {…',
			'Rendering …',
			'Rendered …',
			'Redirected to …',
			'Sent file …',
			'Sent data …',
			'Filter chain halted as …',
			'Started $request_method "${sure:request_uri}" [WebSocket] for …',
			'Started $request_method "${sure:request_uri}"[non-WebSocket] for …',
			'Finished "${sure:request_uri}" [WebSocket] for …',
			'Finished "${sure:request_uri}"[non-WebSocket] for …',
			'Successfully upgraded to WebSocket …',
		],
		example: 'Started GET "/en/?p=2" for 203.0.113.7 at 2026-11-20 09:03:07 +0000',
		remark:
			'Status and time taken are missing. They are in a later line, Completed, without method and URL. Lines of concurrent requests mix. Assets, unknown routes and WebSockets have no such line. A request id as a tag may come from the client. Lograge writes one complete line for each request.',
	},
	{
		name: 'webrick',
		title: 'WEBrick',
		source: 'https://github.com/ruby/webrick/blob/master/lib/webrick/accesslog.rb',
		escapes: 'clf',
		patterns: ['$remote_addr - $user [${time:%d/%b/%Y:%H:%M:%S %Z}] "$request" $status $body_bytes_sent'],
		others: ['$word -> /…'],
		example: '203.0.113.7 - - [20/Nov/2026:09:03:07 UTC] "GET /en/?p=2 HTTP/1.1" 200 4523',
		remark: 'The referer is in a separate line, which is ignored.',
	},
	{
		name: 'php_server',
		title: 'PHP’s built-in server',
		source: 'https://github.com/php/php-src/blob/master/sapi/cli/php_cli_server.c',
		patterns: [
			'[${time:%a %b %e %H:%M:%S %Y}] ${sure:remote_addr} [${sure:status}]: $request_method ${sure:request_uri}',
			'[${time:%a %b %e %H:%M:%S %Y}] ${sure:remote_addr} [${sure:status}]: $request_method ${sure:request_uri} - $text',
		],
		others: [
			'[${time:%a %b %e %H:%M:%S %Y}] ${sure:remote_addr} Accepted',
			'[${time:%a %b %e %H:%M:%S %Y}] ${sure:remote_addr} Closing',
			'[${time:%a %b %e %H:%M:%S %Y}] ${sure:remote_addr} Closed without …',
		],
		example: '[Fri Nov 20 09:03:07 2026] 203.0.113.7:51234 [200]: GET /en/?p=2',
	},
	{
		name: 'php_fpm',
		title: 'PHP-FPM’s access.log',
		source: 'https://www.php.net/manual/en/install.fpm.configuration.php#access-format',
		patterns: [
			'${sure:remote_addr} -  $time_local "$request_method ${sure:request_uri}" ${sure:status}',
			'${sure:remote_addr} - $user $time_local "$request_method ${sure:request_uri}" ${sure:status}',
		],
		example: '203.0.113.7 -  20/Nov/2026:09:03:07 +0000 "GET /index.php" 200',
	},
	{
		name: 'actix',
		title: 'Actix Web (Rust)',
		source: 'https://docs.rs/actix-web/latest/actix_web/middleware/struct.Logger.html',
		patterns: [
			'${sure:remote_addr} "$request" ${sure:status} $body_bytes_sent "$http_referer" "$http_user_agent" ${sure:request_time}',
			'[$time_iso8601 INFO  $word] ${sure:remote_addr} "$request" ${sure:status} $body_bytes_sent "$http_referer" "$http_user_agent" ${sure:request_time}',
		],
		example:
			'[2026-11-20T09:03:07Z INFO  actix_web::middleware::logger] 203.0.113.7 "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" 0.000123',
	},
	{
		name: 'aspnet_core',
		title: 'ASP.NET Core’s console',
		source:
			'https://github.com/dotnet/aspnetcore/blob/main/src/Hosting/Hosting/src/Internal/HostingApplicationDiagnostics.cs',
		patterns: [
			aspnetBegin + ' $word $number - ${sure:status} $body_bytes_sent $word ${duration:ms}ms',
			aspnetBegin + ' - ${sure:status} $body_bytes_sent $word ${duration:ms}ms',
		],
		others: ['Request starting HTTP/…', 'info: Microsoft.AspNetCore.Hosting.Diagnostics[…'],
		example:
			'Request finished HTTP/1.1 GET https://shop.example/en/ - 200 4523 text/html;+charset=utf-8 12.3456ms',
		remark: 'Neither client nor time is in the log.',
	},
	{
		name: 'quarkus',
		title: 'Quarkus',
		source: 'https://quarkus.io/guides/http-reference#configuring-http-access-logs',
		patterns: [
			'${sure:remote_addr} $word $user $time_local "$request" ${sure:status} $body_bytes_sent "$http_referer" "$http_user_agent"',
			'${sure:remote_addr} $word $user $time_local "$request" ${sure:status} $body_bytes_sent',
		],
		example: '203.0.113.7 - - 20/Nov/2026:09:03:07 +0000 "GET /app/ HTTP/1.1" 200 4523',
	},
	{
		name: 'gorouter',
		title: 'Cloud Foundry’s Gorouter',
		source: 'https://docs.cloudfoundry.org/devguide/deploy-apps/streaming-logs.html#rtr',
		patterns: [
			'${sure:host} - [$time_iso8601] "$request" $status $number $body_bytes_sent "$http_referer" "$http_user_agent" "$remote_addr" "$upstream_addr" x_forwarded_for:"$http_x_forwarded_for" ${~text} response_time:${duration:s}…',
		],
		example:
			'shop.example - [2026-11-20T09:03:07.123456789Z] "GET /en/ HTTP/1.1" 200 0 4523 "-" "curl/8.5.0" "203.0.113.7:51234" "10.0.0.5:61012" x_forwarded_for:"203.0.113.7" x_forwarded_proto:"https" vcap_request_id:"a1b2" response_time:0.012 gorouter_time:0.0001 app_id:"c3d4" app_index:"0"',
	},
	{
		name: 'iis_native',
		title: 'IIS’s own format',
		source: 'https://learn.microsoft.com/en-us/windows/win32/http/iis-logging',
		patterns: [
			'${sure:remote_addr}, $remote_user, ${time:%m/%d/%Y, %H:%M:%S}, $text, $text, $text, ${duration:ms}, $number, $body_bytes_sent, ${sure:status}, $number, $request_method, ${sure:request_uri}, $args,…',
		],
		example:
			'203.0.113.7, -, 11/20/2026, 9:03:07, W3SVC1, WEB1, 10.0.0.5, 12, 456, 4523, 200, 0, GET, /en/, p=2,',
		remark: 'The time is in the machine’s zone, and the date has the month first.',
	},
	{
		name: 'api_gateway_csv',
		title: 'AWS API Gateway, as CSV',
		source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html',
		patterns: [
			'${sure:remote_addr},$text,$remote_user,$time_local,$request_method,${sure:request_uri},$server_protocol,$status,$body_bytes_sent,$text',
			'${sure:remote_addr},$text,$remote_user,$time_local,"$request_method ${sure:request_uri} $server_protocol",$status,$body_bytes_sent,$text',
		],
		example:
			'203.0.113.7,-,-,20/Nov/2026:09:03:07 +0000,GET,/en/,HTTP/1.1,200,4523,c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
	},
	{
		name: 'gcs_usage',
		title: 'Google Cloud Storage, usage logs',
		source: 'https://cloud.google.com/storage/docs/access-logs#format',
		patterns: [
			'"${epoch:us}","${sure:remote_addr}","$text","$text","$request_method","${sure:request_uri}","$status","$text","$body_bytes_sent","${duration:us}","$host","$http_referer","$http_user_agent","$text"…',
		],
		others: ['"time_micros","c_ip",…'],
		example:
			'"1795165387123456","203.0.113.7","1","","GET","/shop-assets/logo.svg","200","0","4523","12345","storage.googleapis.com","https://shop.example/","curl/8.5.0","AHc","GET_Object","shop-assets","logo.svg"',
	},
	{
		name: 'bunny',
		title: 'bunny.net',
		source: 'https://docs.bunny.net/docs/cdn-logging',
		patterns: [
			'$word|$status|${epoch:ms}|$body_bytes_sent|$text|${sure:remote_addr}|$http_referer|${sure:request_uri}|$text|$http_user_agent|$text|$text',
		],
		example:
			'HIT|200|1795165387123|4523|390|203.0.113.7|https://shop.example/|https://cdn.shop.example/logo.svg|WA|curl/8.5.0|322b688bd63fb63f2babe9de30a5d262|DE',
		remark: 'The method isn’t in the log.',
	},
	{
		name: 'oauth2_proxy',
		title: 'OAuth2 Proxy',
		source: 'https://oauth2-proxy.github.io/oauth2-proxy/configuration/overview#request-log-format',
		escapes: 'clf',
		patterns: [
			'$remote_addr - $word - $user [${time:%Y/%m/%d %H:%M:%S}] $host $request_method $word "${sure:request_uri}" $server_protocol "$http_user_agent" ${sure:status} $body_bytes_sent ${sure:request_time}',
		],
		others: ['$remote_addr - $word - $user [${time:%Y/%m/%d %H:%M:%S}] [$code] …'],
		example:
			'203.0.113.7 - 8601b555-6a83-4c12-8269-97c8e32cdb22 - ada@shop.example [2026/11/20 09:03:07] shop.example GET / "/en/?p=2" HTTP/1.1 "curl/8.5.0" 200 4523 0.012',
	},
	{
		name: 'matrix_auth',
		title: 'Matrix Authentication Service',
		source: 'https://element-hq.github.io/matrix-authentication-service/reference/request-log.html',
		escapes: 'clf',
		patterns: [
			'http.server.response $word - "$request" ${sure:status} $text "$http_user_agent" [polls: $number, cpu: $text, elapsed: $duration] ${~text} client.address=${sure:remote_addr}…',
			'http.server.response $word - "$request" ${sure:status} $text "$http_user_agent" [polls: $number, cpu: $text, elapsed: $duration]…',
		],
		example:
			'http.server.response GET-71 - "GET /login HTTP/2.0" 200 OK "curl/8.5.0" [polls: 12, cpu: 5.5ms, elapsed: 57.9ms] requester=user:01H8VZ(ada) client.address=203.0.113.7 trace.id=c8c8fc32288a7669',
		remark: 'The size isn’t in the log.',
	},
	{
		name: 'granian',
		title: 'Granian',
		source: 'https://github.com/emmett-framework/granian/blob/master/granian/log.py',
		patterns: [
			'[${time:%Y-%m-%d %H:%M:%S %z}] ${sure:remote_addr} - "$request" ${sure:status} ${duration:ms}',
		],
		example: '[2026-11-20 09:03:07 +0000] 203.0.113.7 - "GET /en/ HTTP/1.1" 200 1.324',
	},
	{
		name: 'http_server',
		title: 'http-server of npm',
		source: 'https://github.com/http-party/http-server/blob/master/bin/http-server',
		patterns: [
			'[$time_iso8601]  "$request_method ${sure:request_uri}" "$http_user_agent"',
			'[$time_iso8601]  "$request_method ${sure:request_uri}" Error (${sure:status}): "$text"',
		],
		example: '[2026-11-20T09:03:07.123Z]  "GET /en/" "curl/8.5.0"',
		remark: 'The status is only in the error log.',
	},
	{
		name: 'serve',
		title: 'serve of npm',
		source: 'https://github.com/vercel/serve/blob/main/source/utilities/server.ts',
		patterns: ['HTTP  ${time:%m/%d/%Y %I:%M:%S %p} ${sure:remote_addr} $request_method ${sure:request_uri}'],
		others: ['HTTP  ${time:%m/%d/%Y %I:%M:%S %p} ${sure:remote_addr} Returned $number in $number ms'],
		example: 'HTTP  11/20/2026 9:03:07 AM 203.0.113.7 GET /en/',
		remark: 'The status is in a later line. Only times in the language en-US are read.',
	},
	{
		name: 'hapi_good',
		label: 'hapi',
		title: 'good-squeeze and good-console of hapi',
		source: 'https://github.com/hapijs/good-console/blob/master/lib/index.js',
		patterns: [
			'${time:%y%m%d/%H%M%S.%f}, [response] ${one_of:http|https}://$host: $request_method ${sure:request_uri} {$text} ${sure:status} (${duration:ms}ms)…',
			'${time:%y%m%d/%H%M%S.%f}, [response] ${one_of:http|https}://$host: $request_method ${sure:request_uri} ${sure:status} (${duration:ms}ms)…',
		],
		example: '261120/090307.123, [response] http://shop.example: get /en/ {"p":"2"} 200 (12ms)',
	},
	{
		name: 'hanami',
		title: 'Hanami (Ruby)',
		source: 'https://guides.hanamirb.org/v2.1/logger/usage/',
		patterns: [
			'$request_method ${sure:status} $duration ${sure:remote_addr} ${sure:request_uri} $body_bytes_sent…',
		],
		example: 'GET 200 12ms 203.0.113.7 /en/ 4523',
	},
	{
		name: 'negroni',
		title: 'Negroni (Go)',
		source: 'https://github.com/urfave/negroni/blob/master/logger.go',
		patterns: [
			'[negroni] $time_iso8601 | ${sure:status} | \t $duration | $host | $request_method ${sure:request_uri}',
		],
		example: '[negroni] 2026-11-20T09:03:07Z | 200 | \t 143.2µs | shop.example:3000 | GET /en/',
		remark: 'The client isn’t in the log.',
	},
	{
		name: 'iris',
		title: 'Iris (Go)',
		source: 'https://github.com/kataras/iris/blob/main/middleware/logger/logger.go',
		patterns: [
			'${time:%Y/%m/%d %H:%M} ${sure:status}  $duration  ${sure:remote_addr} $request_method ${sure:request_uri}…',
		],
		example: '2026/11/20 09:03 200 143.2µs 203.0.113.7 GET /en/',
	},
	{
		name: 'beego',
		title: 'Beego (Go)',
		source: 'https://github.com/beego/beego/blob/develop/server/web/router.go',
		patterns: [
			'${sure:remote_addr}| ${sure:status} |  $duration|  $word| $request_method  ${sure:request_uri}…',
		],
		example: '203.0.113.7| 200 |      4.2ms|   match| GET      /en/   r:/en/',
		remark: 'The time is before the line.',
	},
	{
		name: 'goframe',
		title: 'GoFrame (Go)',
		source: 'https://github.com/gogf/gf/blob/master/net/ghttp/ghttp_server_log.go',
		patterns: [
			'$time_iso8601 {$text} ${sure:status} "$request_method ${one_of:http|https} $host ${sure:request_uri} $server_protocol" ${sure:request_time}, ${sure:remote_addr}, "$http_referer", "$http_user_agent"',
		],
		example:
			'2026-11-20T09:03:07.123+01:00 {b8cd3a1e2f} 200 "GET http shop.example /en/ HTTP/1.1" 0.012, 203.0.113.7, "", "curl/8.5.0"',
	},
	{
		name: 'revel',
		title: 'Revel (Go)',
		source: 'https://revel.github.io/manual/logging.html',
		patterns: ['${sure:remote_addr} ${sure:status}  $duration $request_method ${sure:request_uri}'],
		example: '203.0.113.7 200  143.2µs GET /en/',
		remark: 'The time is before the line.',
	},
	{
		name: 'macaron',
		title: 'Macaron (Go): Gogs',
		source: 'https://github.com/go-macaron/macaron/blob/v1/logger.go',
		patterns: [
			'[Macaron] ${time:%Y-%m-%d %H:%M:%S}: Completed $request_method ${sure:request_uri} ${sure:status} $reason in $duration',
		],
		others: ['[Macaron] ${time:%Y-%m-%d %H:%M:%S}: Started …'],
		example: '[Macaron] 2026-11-20 09:03:07: Completed GET /en/ 200 OK in 4.2ms',
		remark: 'The client is in an earlier line.',
	},
	{
		name: 'gitea',
		title: 'Gitea, Forgejo: the router',
		source: 'https://github.com/go-gitea/gitea/blob/main/modules/web/routing/logger.go',
		patterns: [
			'completed $request_method ${sure:request_uri} for ${sure:remote_addr}, ${sure:status} $reason in $duration @ $text',
		],
		others: [
			'${one_of:started|slow|polling|failed}  $request_method ${sure:request_uri} for ${sure:remote_addr}…',
		],
		example: 'completed GET /en/ for 203.0.113.7:51234, 200 OK in 4.2ms @ web/base.go:25(web.Home)',
		remark: 'The time is before the line.',
	},
	{
		name: 'warp',
		title: 'warp (Rust)',
		source: 'https://github.com/seanmonstar/warp/blob/master/src/filters/log.rs',
		patterns: ['${sure:remote_addr} "$request" ${sure:status} "$http_referer" "$http_user_agent" $duration'],
		example: '203.0.113.7:51234 "GET /en/ HTTP/1.1" 200 "-" "curl/8.5.0" 143.2µs',
		remark: 'The time is before the line.',
	},
	{
		name: 'tower_http',
		title: 'tower-http (Rust): axum and others',
		source: 'https://docs.rs/tower-http/latest/tower_http/trace/index.html',
		patterns: [
			'request{method=$request_method uri=${sure:request_uri} version=$server_protocol}: tower_http::trace::on_response: finished processing request latency=${duration:ms} ms status=${sure:status}',
		],
		others: ['request{$text}: tower_http::trace::on_request: …'],
		example:
			'request{method=GET uri=/en/ version=HTTP/1.1}: tower_http::trace::on_response: finished processing request latency=12 ms status=200',
		remark: 'The time is before the line. The client isn’t in the log.',
	},
	{
		name: 'poem',
		title: 'Poem (Rust)',
		source: 'https://github.com/poem-web/poem/blob/master/poem/src/middleware/tracing_mw.rs',
		patterns: [
			'request{remote_addr=${sure:remote_addr} version=$server_protocol method=$request_method uri=${sure:request_uri}}: poem::middleware::tracing_mw: response status=${sure:status} $text duration=$duration',
		],
		example:
			'request{remote_addr=203.0.113.7:51234 version=HTTP/1.1 method=GET uri=/en/}: poem::middleware::tracing_mw: response status=200 OK duration=143.2µs',
		remark: 'The time is before the line.',
	},
	{
		name: 'meilisearch',
		title: 'Meilisearch',
		source: 'https://github.com/meilisearch/meilisearch/blob/main/crates/meilisearch/src/lib.rs',
		patterns: [
			'HTTP request{method=$request_method host="$host" route=${sure:request_uri} query_parameters=$args user_agent=${~http_user_agent} status_code=${sure:status}}: meilisearch: close…',
		],
		example:
			'HTTP request{method=GET host="shop.example:7700" route=/indexes query_parameters=limit=2 user_agent=curl/8.5.0 status_code=200}: meilisearch: close time.busy=1.2ms time.idle=143µs',
		remark: 'The time is before the line. The time taken isn’t in the log as one number.',
	},
	{
		name: 'vaultwarden',
		title: 'Vaultwarden',
		source: 'https://github.com/dani-garcia/vaultwarden/blob/main/src/util.rs',
		patterns: [
			'($word) $request_method ${sure:request_uri} => ${sure:status} $text',
			'$request_method ${sure:request_uri} ($word) => ${sure:status} $text',
		],
		example: '(config) GET /api/config => 200 OK',
		remark: 'The time is before the line. The client isn’t in the log.',
	},
	{
		name: 'ktor',
		title: 'Ktor (Kotlin), CallLogging',
		source: 'https://ktor.io/docs/server-call-logging.html',
		patterns: ['${sure:status} $reason: $request_method - ${sure:request_uri} in $duration'],
		example: '200 OK: GET - /en/ in 12ms',
		remark: 'The time is before the line. The client isn’t in the log.',
	},
	{
		name: 'glassfish',
		title: 'GlassFish, Payara',
		source: 'https://glassfish.org/docs/5.1.0/administration-guide/http_https.html',
		patterns: [
			'"${sure:remote_addr}" "NULL-AUTH-USER" "$time_local" "$request" ${sure:status} $body_bytes_sent',
			'"${sure:remote_addr}" "$remote_user" "$time_local" "$request" ${sure:status} $body_bytes_sent',
		],
		example: '"203.0.113.7" "NULL-AUTH-USER" "20/Nov/2026:09:03:07 +0000" "GET /en/ HTTP/1.1" 200 4523',
	},
	{
		name: 'kibana',
		title: 'Kibana, http.server.response',
		source: 'https://www.elastic.co/docs/deploy-manage/monitor/logging-configuration/kibana-logging',
		patterns: ['$request_method ${sure:request_uri} ${sure:status} $duration - $word'],
		example: 'GET /api/status 200 12ms - 4.5KB',
		remark: 'The time is before the line. The size is rounded, so it is ignored.',
	},
	{
		name: 'directus',
		label: 'Directus',
		title: 'Directus, and others that log a method, a URL, a status and a time taken',
		source: 'https://github.com/pinojs/pino-http-print',
		patterns: ['$request_method ${sure:path} ${sure:status} $duration'],
		example: 'GET /en/ 200 12ms',
		remark: 'The time of day is before the line.',
	},
	{
		name: 'couchdb',
		title: 'CouchDB',
		source: 'https://docs.couchdb.org/en/stable/config/logging.html',
		patterns: [
			'$word <$word> $word $host ${sure:remote_addr} undefined $request_method ${sure:request_uri} ${sure:status} ok ${duration:ms}',
			'$word <$word> $word $host ${sure:remote_addr} $user $request_method ${sure:request_uri} ${sure:status} ok ${duration:ms}',
		],
		example:
			'couchdb@127.0.0.1 <0.1302.0> 75e01b5f81 shop.example:5984 203.0.113.7 ada GET /_all_dbs 200 ok 12',
		remark: 'The time is before the line.',
	},
	{
		name: 'artifactory',
		title: 'JFrog Artifactory, request log',
		source: 'https://jfrog.com/help/r/jfrog-platform-administration-documentation/request-log-format',
		patterns: [
			'$time_iso8601|$text|${sure:remote_addr}|$remote_user|$request_method|${sure:request_uri}|${sure:status}|$number|$body_bytes_sent|${duration:ms}|$http_user_agent',
		],
		example:
			'2026-11-20T09:03:07.123Z|3a4b5c6d|203.0.113.7|ada|GET|/api/system/ping|200|-1|4523|12|curl/8.5.0',
	},
	{
		name: 'artifactory_6',
		label: 'JFrog Artifactory 6',
		title: 'JFrog Artifactory up to version 6, request log',
		source: 'https://jfrog.com/help/r/jfrog-platform-administration-documentation/request-log-format',
		patterns: [
			'${time:%Y%m%d%H%M%S}|${duration:ms}|REQUEST|${sure:remote_addr}|$remote_user|$request_method|${sure:request_uri}|$server_protocol|${sure:status}|$number',
		],
		example: '20261120090307|12|REQUEST|203.0.113.7|ada|GET|/api/system/ping|HTTP/1.1|200|0',
		remark: 'The size is the size of the request, so it is ignored.',
	},
	{
		name: 'bitbucket',
		title: 'Bitbucket Data Center',
		source:
			'https://confluence.atlassian.com/bitbucketserverkb/how-to-read-the-bitbucket-server-log-formats-779171668.html',
		patterns: [
			'$remote_addr | ${one_of:http|https} | o$word | $remote_user | ${time:%Y-%m-%d %H:%M:%S,%f} | "$request" | "$http_referer" "$http_user_agent" | $status | $number | $body_bytes_sent | $text | ${duration:ms} | $word…',
		],
		others: [
			'$remote_addr | ${one_of:http|https|ssh} | i$word | $remote_user | ${time:%Y-%m-%d %H:%M:%S,%f} | …',
		],
		example:
			'203.0.113.7 | https | o@1ABCx543x12x0 | ada | 2026-11-20 09:03:07,123 | "GET /en/ HTTP/1.1" | "https://shop.example/" "curl/8.5.0" | 200 | 0 | 4523 | - | 12 | 1a2b3c |',
		remark: 'The line at the start of a request is not an entry.',
	},
	{
		name: 'serilog_text',
		label: 'Serilog, as text',
		title: 'Serilog, request logging of ASP.NET Core, as text',
		source:
			'https://github.com/serilog/serilog-aspnetcore/blob/dev/src/Serilog.AspNetCore/AspNetCore/RequestLoggingOptions.cs',
		patterns: ['HTTP $request_method ${sure:request_uri} responded ${sure:status} in ${duration:ms} ms'],
		example: 'HTTP GET /en/ responded 200 in 12.3456 ms',
		remark: 'The time is before the line. The client isn’t in the log.',
	},
	{
		name: 'symfony_server',
		title: 'Symfony’s local server',
		source: 'https://symfony.com/doc/current/setup/symfony_cli.html',
		patterns: [
			'SERVER $request_method  (${sure:status}) ${sure:request_uri} host="$host" ip="${sure:remote_addr}"…',
			'SERVER $request_method  (${sure:status}) ${sure:request_uri} ip="${sure:remote_addr}"…',
		],
		example: 'SERVER GET  (200) /en/ host="127.0.0.1:8000" ip="203.0.113.7" scheme="https"',
		remark: 'The time is before the line.',
	},
	{
		name: 'octane',
		title: 'Laravel Octane',
		source: 'https://github.com/laravel/octane/blob/2.x/src/Commands/Concerns/InteractsWithIO.php',
		patterns: [
			'${sure:status}  $request_method  ${sure:request_uri}  $word $word mb ${duration:ms} ms',
			'${sure:status}  $request_method  ${sure:request_uri}  $word ${duration:ms} ms',
		],
		example: '200    GET /en/ ........................ 2.12 mb 19.31 ms',
		remark: 'Neither client nor time is in the log.',
	},
	{
		name: 'kemal',
		title: 'Kemal (Crystal)',
		source: 'https://github.com/kemalcr/kemal/blob/master/src/kemal/request_log_handler.cr',
		patterns: ['${sure:status} $request_method ${sure:request_uri} $duration'],
		example: '200 GET /en/ 143.2µs',
		remark: 'The time is before the line. The client isn’t in the log.',
	},
	{
		name: 'shelf',
		title: 'Shelf (Dart), logRequests',
		source: 'https://github.com/dart-lang/shelf/blob/master/pkgs/shelf/lib/src/middleware/logger.dart',
		patterns: ['$time_iso8601  ${duration:clock} $request_method  [${sure:status}] ${sure:request_uri}'],
		example: '2026-11-20T09:03:07.123456  0:00:00.012345 GET     [200] /en/',
		remark: 'The client isn’t in the log.',
	},
	{
		name: 'deno_file_server',
		title: 'Deno’s file server',
		source: 'https://github.com/denoland/std/blob/main/http/file_server.ts',
		patterns: ['[${time:%Y-%m-%d %H:%M:%S}] [$request_method] ${sure:request_uri} ${sure:status}'],
		example: '[2026-11-20 09:03:07] [GET] /en/ 200',
		remark: 'The client isn’t in the log.',
	},
	{
		name: 'astro',
		title: 'Astro',
		source: 'https://github.com/withastro/astro/blob/main/packages/astro/src/core/messages.ts',
		patterns: [
			'[${sure:status}] ${sure:request_uri} $duration',
			'[${sure:status}] $request_method ${sure:request_uri} $duration',
		],
		example: '[200] POST /en/ 12ms',
		remark: 'The time of day is before the line. GET isn’t in the log.',
	},
	{
		name: 'wrangler',
		title: 'Wrangler, for Cloudflare Workers',
		source: 'https://developers.cloudflare.com/workers/wrangler/commands/#dev',
		patterns: ['$request_method ${sure:request_uri} ${sure:status} $text ($duration)'],
		example: 'GET /en/ 200 OK (12ms)',
		remark: 'Neither client nor time is in the log.',
	},
	{
		name: 'ngrok',
		title: 'ngrok, its console',
		source: 'https://ngrok.com/docs/agent/',
		patterns: [`$request_method \${sure:request_uri}  \${sure:status} \${one_of:${reasons}}`],
		example: 'GET /en/                      200 OK',
		remark: 'Neither client nor day is in the log.',
	},
	{
		name: 'ghost',
		title: 'Ghost',
		source: 'https://ghost.org/docs/config/#logging',
		patterns: ['"$request_method ${sure:request_uri}" ${sure:status} $duration'],
		example: '"GET /en/" 200 12ms',
		remark: 'The time is before the line.',
	},
	{
		name: 'strapi',
		title: 'Strapi',
		source: 'https://docs.strapi.io/cms/configurations/middlewares#logger',
		patterns: ['$request_method ${sure:request_uri} (${duration:ms} ms) ${sure:status}'],
		example: 'GET /api/articles (21 ms) 200',
		remark: 'The time is before the line.',
	},
	{
		name: 'fastly_classic',
		title: 'Fastly, version 1 of its log format',
		source: 'https://www.fastly.com/documentation/guides/integrations/logging/custom-log-formats/',
		patterns: [
			'${sure:remote_addr} "$text" "$remote_user" ${time:%a, %d %b %Y %H:%M:%S %Z} $request_method ${sure:request_uri} ${sure:status}',
		],
		example: '203.0.113.7 "-" "-" Fri, 20 Nov 2026 09:03:07 GMT GET /en/ 200',
	},
	{
		name: 'alibaba_cdn',
		title: 'Alibaba Cloud CDN, offline logs',
		source: 'https://www.alibabacloud.com/help/en/cdn/user-guide/download-logs',
		escapes: 'clf',
		patterns: [
			'[${time:%d/%b/%Y:%H:%M:%S %z}] ${sure:remote_addr} $word ${duration:ms} "$http_referer" "$request_method ${sure:request_uri}" ${sure:status} $number $body_bytes_sent $word "$http_user_agent"…',
		],
		example:
			'[20/Nov/2026:09:03:07 +0800] 203.0.113.7 - 42 "-" "GET https://shop.example/en/" 200 191 4523 HIT "curl/8.5.0" "text/html"',
	},
	{
		name: 'cpanel',
		title: 'cPanel, its own access_log',
		source: 'https://docs.cpanel.net/knowledge-base/cpanel-product/cpanel-log-files/',
		escapes: 'clf',
		patterns: [
			'$remote_addr - $user [${time:%m/%d/%Y:%H:%M:%S %z}] "$request" ${sure:status} $body_bytes_sent "$http_referer" "$http_user_agent"…',
		],
		others: ['$remote_addr - $user [${time:%m/%d/%Y:%H:%M:%S %z}] "$request" FAILED LOGIN …'],
		example:
			'203.0.113.7 - ada [11/20/2026:09:03:07 -0000] "GET /en/ HTTP/1.1" 200 0 "-" "curl/8.5.0" "s" "-" 2087',
		remark: 'The date has the month first.',
	},
	{
		name: 'plex',
		title: 'Plex Media Server',
		source: 'https://support.plex.tv/articles/200250417-plex-media-server-log-files/',
		patterns: [
			'${time:%b %d, %Y %H:%M:%S.%f} [$text] ${one_of:DEBUG|VERBOSE|INFO} - Completed: [${sure:remote_addr}] ${sure:status} $request_method ${sure:request_uri} ($number live) ${duration:ms}ms $body_bytes_sent bytes…',
			'${time:%b %d, %Y %H:%M:%S.%f} [$text] ${one_of:DEBUG|VERBOSE|INFO} - Completed: [${sure:remote_addr}] ${sure:status} $request_method ${sure:request_uri} ($number live) ${one_of:GZIP|TLS|TLS GZIP} ${duration:ms}ms $body_bytes_sent bytes…',
		],
		example:
			'Nov 20, 2026 09:03:07.123 [12345] DEBUG - Completed: [203.0.113.7:51234] 200 GET /identity (2 live) GZIP 12ms 4523 bytes (pipelined: 3)',
	},
	{
		name: 'kubernetes_api',
		title: 'Kubernetes, its API server',
		source:
			'https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg/server/httplog/httplog.go',
		escapes: 'clf',
		patterns: [
			'"HTTP" verb="$text" URI="${sure:request_uri}" latency="$duration" userAgent="$http_user_agent" ${~text} srcIP="${sure:remote_addr}"${~text} resp=${sure:status}…',
		],
		example:
			'"HTTP" verb="LIST" URI="/api/v1/pods?limit=2" latency="4.2ms" userAgent="curl/8.5.0" audit-ID="a1" srcIP="203.0.113.7:51234" resp=200',
		remark: 'The time is before the line. `verb` is not the method.',
	},
	{
		name: 'dskit',
		label: 'Loki, Mimir, Tempo',
		title: 'Loki, Mimir, Tempo, Cortex: requests in `msg`',
		source: 'https://github.com/grafana/dskit/blob/main/middleware/logging.go',
		escapes: 'clf',
		patterns: [
			'level=$word ts=$time_iso8601_utc caller=$word ${~text}msg="$request_method ${sure:request_uri} (${sure:status}) $duration"…',
			'ts=$time_iso8601_utc caller=$word level=$word ${~text}msg="$request_method ${sure:request_uri} (${sure:status}) $duration"…',
		],
		example:
			'level=debug ts=2026-11-20T09:03:07.123Z caller=logging.go:126 msg="GET /loki/api/v1/labels (200) 4.2ms"',
		remark: 'The client isn’t in the log.',
	},
	{
		name: 'zeek_http',
		title: 'Zeek, http.log',
		source: 'https://docs.zeek.org/en/master/logs/http.html',
		patterns: [
			'${epoch:s}\t$word\t${sure:remote_addr}\t$number\t$word\t$number\t$number\t$request_method\t$host\t$request_uri\t$http_referer\t$word\t$http_user_agent\t$text\t$number\t$body_bytes_sent\t$status\t$text\t$text\t$text\t$text\t$text\t$text\t$text\t$text\t$text\t$text\t$text\t$text\t$text',
		],
		example:
			'1795165387.123456\tCbNCgO1MzloHRNeY4f\t203.0.113.7\t51234\t10.0.0.5\t80\t1\tGET\tshop.example\t/en/\thttps://shop.example/\t1.1\tcurl/8.5.0\t-\t0\t4523\t200\tOK\t-\t-\t(empty)\t-\t-\t-\t-\t-\t-\tFakNcS1Jfe01uljb3\t-\ttext/plain',
	},
	{
		name: 'remix',
		title: 'Remix 3, its logger',
		source: 'https://github.com/remix-run/remix/blob/main/packages/logger-middleware/src/lib/logger.ts',
		patterns: ['[$time_local] $request_method ${sure:request_uri} ${sure:status} $body_bytes_sent'],
		example: '[20/Nov/2026:09:03:07 +0000] GET /en/ 200 4523',
		remark: 'The client isn’t in the log.',
	},
	{
		name: 'crystal',
		title: 'Crystal, HTTP::LogHandler',
		source: 'https://github.com/crystal-lang/crystal/blob/master/src/http/server/handlers/log_handler.cr',
		patterns: ['http.server: ' + crystal, crystal],
		example: 'http.server: 203.0.113.7 - GET /en/ HTTP/1.1 - 200 (4.20ms)',
		remark: 'The name of the logger may be missing.',
	},
	{
		name: 'confluence',
		title: 'Confluence',
		source: 'https://confluence.atlassian.com/conf720/configure-access-logs-1168862375.html',
		patterns: [
			'[$time_local] $user $word ${sure:remote_addr} $request_method ${sure:request_uri} $server_protocol ${sure:status} ${duration:ms}ms $body_bytes_sent $http_referer $http_user_agent',
			'[$time_local] $http_x_forwarded_for $user $word ${sure:remote_addr} $request_method ${sure:request_uri} $server_protocol ${sure:status} ${duration:ms}ms $body_bytes_sent $http_referer $http_user_agent',
		],
		example:
			'[20/Nov/2026:09:03:07 +0000] ada http-nio-8090-exec-6 203.0.113.7 GET /index.action HTTP/1.1 200 12ms 4523 https://shop.example/ curl/8.5.0',
	},
	{
		name: 'discourse',
		title: 'Discourse, its nginx',
		source: 'https://github.com/discourse/discourse/blob/main/config/nginx.sample.conf',
		escapes: 'clf',
		patterns: ['[$time_local] "$host" ' + discourse, '[$time_local] ' + discourse],
		example:
			'[20/Nov/2026:09:03:07 +0000] "shop.example" 203.0.113.7 "GET /latest?page=1 HTTP/1.1" "curl/8.5.0" "list/latest" 200 4523 "https://shop.example/" 0.012 0.013 "ada"',
	},
	{
		name: 'synapse',
		title: 'Matrix Synapse',
		source: 'https://element-hq.github.io/synapse/latest/usage/administration/request_log.html',
		patterns: synapse,
		others: ['${sure:remote_addr} - $word - Received request: …'],
		example:
			'203.0.113.7 - 8008 - {@ada:shop.example} Processed request: 0.100sec/0.002sec (0.005sec, 0.001sec) (0.001sec/0.002sec/2) 4523B 200 "GET /_matrix/client/r0/sync?timeout=30000 HTTP/1.1" "curl/8.5.0" [0 dbevts]',
		remark: 'The time is before the line. The time taken ends when the response is ready to be sent.',
	},
	{
		name: 'swift',
		title: 'OpenStack Swift, its proxy',
		source: 'https://docs.openstack.org/swift/latest/logs.html',
		patterns: [
			'${sure:remote_addr} $word ${time_utc:%d/%b/%Y/%H/%M/%S} $request_method ${sure:request_uri} $server_protocol ${sure:status} $http_referer $http_user_agent $word $number $body_bytes_sent $word $word $word ${sure:request_time}…',
		],
		example:
			'203.0.113.7 10.0.0.5 20/Nov/2026/09/03/07 GET /v1/AUTH_shop/assets%3Flimit%3D2 HTTP/1.0 200 - curl/8.5.0 AUTH_tk1a2b - 4523 - tx1a2b3c - 0.0123 - - 1795165387.110 1795165387.123 0',
		remark: 'Values are percent-encoded, and stay so. Times are UTC.',
	},
	{
		name: 'openstack',
		label: 'OpenStack’s APIs',
		title: 'OpenStack’s APIs: Nova, Neutron, Glance and others',
		source: 'https://docs.openstack.org/nova/latest/configuration/config.html#wsgi.wsgi_log_format',
		patterns: ['$remote_addr "$request" status: ${sure:status}  len: $body_bytes_sent time: ${duration:s}'],
		example: '203.0.113.7 "GET /v2.1/servers HTTP/1.1" status: 200  len: 4523 time: 0.2570250',
		remark: 'The time is before the line.',
	},
	{
		name: 'harbor',
		title: 'Harbor, its nginx',
		source:
			'https://github.com/goharbor/harbor/blob/main/make/photon/prepare/templates/nginx/nginx.http.conf.jinja',
		escapes: 'clf',
		patterns: [
			'${sure:remote_addr} - "$request" ${sure:status} $body_bytes_sent "$http_referer" "$http_user_agent" ${sure:request_time} $text',
		],
		example: '203.0.113.7 - "GET /api/v2.0/health HTTP/1.1" 200 4523 "-" "curl/8.5.0" 0.012 0.011 .',
		remark: 'The time is before the line.',
	},
	{
		name: 'sogo',
		title: 'SOGo',
		source: 'https://github.com/Alinto/sope/blob/master/sope-appserver/NGObjWeb/WOHttpTransaction.m',
		patterns: [
			'$remote_addr "$request" ${sure:status} $body_bytes_sent/$number ${sure:request_time} $word $word $word…',
		],
		example: '203.0.113.7 "GET /SOGo/ HTTP/1.1" 200 4523/0 0.012 - - 160K - 11',
		remark: 'The time is before the line.',
	},
	{
		name: 'kinsta',
		title: 'Kinsta',
		source: 'https://github.com/allinurl/goaccess/issues/2474',
		escapes: 'clf',
		patterns: [
			'${sure:host} ${sure:remote_addr} [$time_local] $request_method "${sure:request_uri}" $server_protocol ${sure:status} "$http_referer" "$http_user_agent" $word "$text" $word $word $body_bytes_sent ${sure:request_time} $word…',
		],
		example:
			'shop.example 203.0.113.7 [20/Nov/2026:09:03:07 +0000] GET "/en/" HTTP/1.1 200 "https://shop.example/" "curl/8.5.0" 10.0.0.5 "/index.php" - 5.67 4523 0.012 0.011',
	},
	{
		name: 'torchserve',
		title: 'TorchServe, DJL Serving',
		source: 'https://pytorch.org/serve/logging.html#access-logs',
		patterns: [torchserve, '$word ACCESS_LOG - ' + torchserve],
		example: '/203.0.113.7:51234 "POST /predictions/resnet-18 HTTP/1.1" 200 12',
		remark: 'The time is before the line.',
	},
	{
		name: 'simplehttpserver',
		label: 'simplehttpserver',
		title: 'simplehttpserver of ProjectDiscovery',
		source: 'https://github.com/projectdiscovery/simplehttpserver/blob/main/pkg/httpserver/loglayer.go',
		patterns: ['${sure:haproxy_client} "$request" ${sure:status} $body_bytes_sent'],
		example: '203.0.113.7:53465 "GET /en/ HTTP/1.1" 200 4523',
		remark: 'The time is missing.',
	},
	{
		name: 'airlift',
		label: 'Trino, Presto',
		title: 'Trino, Presto and others: http-request.log of Airlift',
		source:
			'https://github.com/airlift/airlift/blob/master/http-server/src/main/java/io/airlift/http/server/DelimitedRequestLog.java',
		patterns: [airlift + '\t$text', airlift],
		example:
			'2026-11-20T09:03:07.123Z\t203.0.113.7\tGET\t/v1/info\tada\tcurl/8.5.0\t200\t0\t4523\t12\t\tHTTP/1.1\t1',
	},
	{
		name: 'flussonic',
		title: 'Flussonic',
		source: 'https://github.com/allinurl/goaccess/issues/1427',
		patterns: [
			'$time_iso8601 ${sure:status} ${duration:ms} $body_bytes_sent ${sure:path} $word ${sure:remote_addr}',
		],
		example: '2026-11-20 09:03:07.878 200 4 4523 /shop/tracks-v1a1/mono.m3u8 44ecbde929494680 203.0.113.7',
		remark: 'The method isn’t in the log.',
	},
	{
		name: 'ceph_rgw',
		title: 'Ceph’s object gateway',
		source: 'https://github.com/ceph/ceph/blob/main/src/rgw/rgw_asio_frontend.cc',
		escapes: 'clf',
		patterns: ceph,
		example:
			'7fc49be9a710  1 beast: 0x7fc49be9a710: 203.0.113.7 - ada [20/Nov/2026:09:03:07.404 +0000] "GET /assets/logo.svg HTTP/1.1" 200 4523 - "aws-sdk-go/1.17.13" - latency=0.012000000s',
	},
	{
		name: 'quay',
		title: 'Quay, its nginx',
		source: 'https://github.com/quay/quay/blob/master/conf/nginx/http-base.conf.jnj',
		escapes: 'clf',
		patterns: [
			'${sure:remote_addr} ($text) - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" (${sure:request_time} $number $text)',
		],
		example:
			'203.0.113.7 (-) - ada [20/Nov/2026:09:03:07 +0000] "GET /v2/shop/tags/list HTTP/1.1" 200 4523 "-" "docker/27.3" (0.012 411 0.011)',
	},
	{
		name: 'gcore',
		title: 'Gcore CDN, raw logs',
		source: 'https://gcore.com/docs/cdn/logs/logs-uploader',
		escapes: 'clf',
		patterns: [
			'"${sure:remote_addr}" "-" "$remote_user" "[$time_local]" "$request" "${sure:status}" "$body_bytes_sent" "$http_referer" "$http_user_agent" "$text" "$text" "${one_of:http|https}" "$host" "${duration:s}"…',
		],
		example:
			'"203.0.113.7" "-" "-" "[20/Nov/2026:09:03:07 +0000]" "GET /logo.svg HTTP/1.1" "200" "4523" "https://shop.example/" "curl/8.5.0" "4811" "[ed-7]" "https" "cdn.shop.example" "0.012" "0.011" "411" "-" "[ed]" "MISS" "4523" "198.51.100.9:443"',
	},
];
