import test from 'ava';
import {EntryRecord, noRequest, unread} from '../../source/entries/entry-record.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {sampleLines} from '../helpers/arbitrary-lines.js';

process.env.TZ = 'UTC';

/** What other programs log, some of it about requests. None of it is a line of an access log. */
const noise: Readonly<Record<string, readonly string[]>> = {
	'nginx, errors': [
		'2026/11/20 09:03:07 [error] 31#31: *7 open() "/srv/shop/favicon.ico" failed (2: No such file or directory), client: 203.0.113.7, server: shop.example, request: "GET /favicon.ico HTTP/1.1", host: "shop.example", referrer: "https://shop.example/"',
		'2026/11/20 09:03:07 [error] 31#31: *8 connect() failed (111: Connection refused) while connecting to upstream, client: 203.0.113.7, server: shop.example, request: "POST /en/checkout HTTP/2.0", upstream: "http://10.0.0.5:8080/en/checkout", host: "shop.example"',
		'2026/11/20 09:03:07 [warn] 31#31: *9 an upstream response is buffered to a temporary file /var/cache/nginx/1 while reading upstream',
		'2026/11/20 09:03:07 [notice] 1#1: signal 15 (SIGTERM) received, exiting',
		'/docker-entrypoint.sh: Configuration complete; ready for start up',
	],
	'Apache, errors': [
		'[Fri Nov 20 09:03:07.123456 2026] [core:error] [pid 4711:tid 140] (13)Permission denied: [client 203.0.113.7:50112] AH00035: access to /private denied',
		'[Fri Nov 20 09:03:07.123456 2026] [mpm_event:notice] [pid 1:tid 1] AH00489: Apache/2.4.62 (Debian) configured -- resuming normal operations',
		'[Fri Nov 20 09:03:07 2026] [error] [client 203.0.113.7] File does not exist: /srv/shop/robots.txt, referer: https://shop.example/',
		"AH00558: apache2: Could not reliably determine the server's fully qualified domain name, using 172.17.0.2. Set the 'ServerName' directive globally to suppress this message",
	],
	'stack traces': [
		'Traceback (most recent call last):',
		'  File "/srv/shop/app.py", line 42, in handle',
		'    return self.render(request, status=200)',
		'ValueError: invalid literal for int() with base 10: "GET / HTTP/1.1"',
		'Exception in thread "main" java.lang.IllegalStateException: GET /en/ 500',
		'\tat com.example.shop.Basket.add(Basket.java:118) [shop-1.0.jar:1.0]',
		'Caused by: java.net.SocketTimeoutException: Read timed out',
		'PHP Fatal error:  Uncaught Error: Call to undefined function price() in /srv/shop/index.php:12',
		'#0 {main}',
		'goroutine 17 [running]:',
		'',
		'}',
	],
	'applications, JSON': [
		'{"level":"info","time":1795161787123,"pid":17,"hostname":"shop-1","msg":"listening on 8080"}',
		'{"level":"error","ts":"2026-11-20T08:03:07Z","caller":"basket.go:42","msg":"no such article","status":"failed"}',
		'{"timestamp":"2026-11-20T08:03:07Z","severity":"INFO","message":"job done","duration_ms":52}',
		'{"@timestamp":"2026-11-20T08:03:07Z","event":{"action":"login"},"user":{"name":"ada"}}',
		'{"a":1}',
		'{}',
		'[1,2,3]',
		// While they handle a request.
		'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","req":{"id":1,"method":"GET","url":"/en/"},"msg":"looking for articles"}',
		'{"level":"warn","time":"2026-11-20T08:03:07Z","method":"POST","path":"/cart","client_ip":"203.0.113.7","message":"basket is full"}',
		'{"@timestamp":"2026-11-20T08:03:07.123Z","log.level":"ERROR","message":"no stock","http.request.method":"GET","url.path":"/en/","service.name":"shop"}',
		'{"@t":"2026-11-20T08:03:07.123Z","@mt":"Request starting {Protocol} {Method} {Path}","Protocol":"HTTP/1.1","Method":"GET","Path":"/en/","SourceContext":"Microsoft.AspNetCore.Hosting.Diagnostics"}',
		'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","reqId":"req-1","res":{"statusCode":200},"responseTime":4.2,"msg":"request completed"}',
		'{"EventId":1,"LogLevel":"Information","Category":"Microsoft.AspNetCore.HttpLogging.HttpLoggingMiddleware","Message":"Response:","State":{"StatusCode":200,"Content-Type":"text/html"}}',
		// What they ask other servers for.
		'{"level":"info","ts":1795161787.123,"caller":"pay/client.go:42","msg":"sent","method":"POST","url":"https://pay.example/charges","status":201}',
		'{"level":"info","msg":"webhook delivered","url":"https://hooks.example/in","status":200,"attempt":1}',
		'{"@t":"2026-11-20T08:03:07.123Z","@mt":"Received HTTP response headers after {ElapsedMilliseconds}ms - {StatusCode}","ElapsedMilliseconds":12.3,"StatusCode":200,"HttpMethod":"GET","Uri":"https://api.example/x"}',
		'{"time":"2026-11-20T08:03:07Z","level":"INFO","msg":"fetched","url":"https://feeds.example/rss","status_code":304,"duration":0.42}',
		// A status, a path, a URL, a method or a request of another kind.
		'{"level":"info","msg":"copied","path":"/var/backups/shop.tar","status":0,"size":4523}',
		'{"level":"info","msg":"health","status":200,"path":"/healthz"}',
		'{"level":"info","msg":"job","method":"rebuildIndex","status":200,"path":"jobs/index"}',
		'{"level":"info","msg":"call","method":"/shop.Basket/Add","status":0,"grpc.code":"OK","peer.address":"203.0.113.7:50112"}',
		'{"request":"8f0c2d1e","status":200,"msg":"done"}',
		'{"time":"2026-11-20T08:03:07Z","level":"debug","request":"SELECT * FROM articles","status":200,"ip":"203.0.113.7"}',
		'{"jsonrpc":"2.0","id":1,"method":"eth_getBlock","status":200}',
		'{"status":200,"url":"/en/"}',
		'{"status":"active","url":"https://shop.example/","method":"card"}',
	],
	'other programs, JSON': [
		'{"apiVersion":"v1","kind":"Event","metadata":{"name":"web-1.17a","namespace":"shop"},"involvedObject":{"kind":"Pod","name":"web-1"},"reason":"Unhealthy","message":"Readiness probe failed: HTTP probe failed with statuscode: 503","source":{"component":"kubelet","host":"node-1"},"firstTimestamp":"2026-11-20T08:03:07Z","count":3,"type":"Warning"}',
		'{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"a1","stage":"ResponseComplete","requestURI":"/api/v1/pods?limit=500","verb":"list","user":{"username":"system:node"},"sourceIPs":["10.0.0.5"],"userAgent":"kubelet/v1.31.0","responseStatus":{"metadata":{},"code":200},"requestReceivedTimestamp":"2026-11-20T08:03:07.123456Z"}',
		'{"ts":1795161787123.456,"caller":"volume/csi.go:42","msg":"mounted","v":4,"path":"/var/lib/kubelet"}',
		'{"timestamp":"2026-11-20 08:03:07.123 GMT","user":"shop","dbname":"shop","pid":17,"remote_host":"10.0.0.5","remote_port":50112,"session_id":"a.1","line_num":1,"ps":"SELECT","error_severity":"ERROR","state_code":"42P01","message":"relation \\"articles\\" does not exist","statement":"SELECT * FROM articles","backend_type":"client backend"}',
		'{"t":{"$date":"2026-11-20T08:03:07.123+00:00"},"s":"I","c":"NETWORK","id":22943,"ctx":"listener","msg":"Connection accepted","attr":{"remote":"10.0.0.5:50112","connectionId":7,"connectionCount":1}}',
		'{"t":{"$date":"2026-11-20T08:03:07.123+00:00"},"s":"I","c":"COMMAND","id":51803,"ctx":"conn7","msg":"Slow query","attr":{"type":"command","ns":"shop.articles","command":{"find":"articles"},"durationMillis":152,"remote":"10.0.0.5:50112"}}',
		'{"@timestamp":"2026-11-20T08:03:07.123Z","log.level":"INFO","message":"started","ecs.version":"1.2.0","service.name":"ES_ECS","event.dataset":"elasticsearch.server","process.thread.name":"main","log.logger":"org.elasticsearch.node.Node","elasticsearch.cluster.name":"shop"}',
		'{"type":"audit","timestamp":"2026-11-20T08:03:07,123+0000","node.id":"n1","event.type":"rest","event.action":"authentication_success","user.name":"ada","origin.type":"rest","origin.address":"203.0.113.7:50112","url.path":"/_cat/indices","request.method":"GET","request.id":"r1"}',
		'{"time":"2026-11-20T08:03:07.123456Z","type":"response","auth":{"display_name":"token","policies":["shop"]},"request":{"id":"r1","operation":"read","path":"secret/data/shop","remote_address":"203.0.113.7"},"response":{"data":{}}}',
		'{"eventVersion":"1.09","userIdentity":{"type":"IAMUser","userName":"ada"},"eventTime":"2026-11-20T08:03:07Z","eventSource":"s3.amazonaws.com","eventName":"PutObject","awsRegion":"eu-central-1","sourceIPAddress":"203.0.113.7","userAgent":"aws-cli/2.15.0","requestParameters":{"bucketName":"shop"},"responseElements":null,"requestID":"r1"}',
		'{"action":"opened","number":7,"pull_request":{"url":"https://api.example/repos/shop/pulls/7","state":"open","status":"success"},"repository":{"full_name":"ada/shop"},"sender":{"login":"ada","url":"https://api.example/users/ada"}}',
		'{"level":"info","msg":"Loading containers: done.","time":"2026-11-20T08:03:07.123456789Z"}',
		'{"log":"listening on 8080\\n","stream":"stdout","time":"2026-11-20T08:03:07.123456789Z"}',
		'{"__REALTIME_TIMESTAMP":"1795161787123456","_HOSTNAME":"web1","SYSLOG_IDENTIFIER":"sshd","PRIORITY":"6","_PID":"812","MESSAGE":"Accepted publickey for ada from 203.0.113.7 port 50112 ssh2"}',
		'{"__REALTIME_TIMESTAMP":"1795161787123456","_HOSTNAME":"web1","SYSLOG_IDENTIFIER":"systemd","UNIT":"nginx.service","JOB_TYPE":"start","JOB_RESULT":"done","MESSAGE":"Started nginx.service","CODE_FILE":"src/core/job.c"}',
		'{"ts":1795161787.123456,"uid":"C1","id.orig_h":"203.0.113.7","id.orig_p":50112,"id.resp_h":"10.0.0.5","id.resp_p":443,"proto":"tcp","service":"ssl","duration":0.42,"orig_bytes":512,"resp_bytes":4523,"conn_state":"SF"}',
		'{"timestamp":"2026-11-20T08:03:07.123456+0000","flow_id":1,"event_type":"dns","src_ip":"203.0.113.7","src_port":50112,"dest_ip":"10.0.0.5","proto":"UDP","dns":{"type":"query","rrname":"shop.example"}}',
		'{"time":"2026-11-20T08:03:07.123Z","category":"AppServiceConsoleLogs","resultDescription":"listening on 8080","level":"Informational","host":"web-1"}',
		'{"version":"1.1","host":"web-1","short_message":"job done","timestamp":1795161787.123,"level":6,"_status":"ok"}',
		'{"severity":"INFO","timestamp":"2026-11-20T08:03:07.123Z","message":"job done","logging.googleapis.com/trace":"projects/shop/traces/1"}',
		'{"protoPayload":{"@type":"type.googleapis.com/google.cloud.audit.AuditLog","status":{},"serviceName":"storage.googleapis.com","methodName":"storage.objects.get","resourceName":"projects/_/buckets/shop","requestMetadata":{"callerIp":"203.0.113.7"}},"timestamp":"2026-11-20T08:03:07.123456Z","severity":"INFO"}',
		'{"name":"shop","hostname":"web-1","pid":7,"level":50,"err":{"message":"timeout","code":"ETIMEDOUT","stack":"Error: timeout"},"msg":"timeout","time":"2026-11-20T08:03:07.123Z","v":0}',
		'{"type":"stdout","timestamp":1795161787123,"source":"build","deploymentId":"dpl_1","host":"shop.vercel.app","message":"Installing dependencies","level":"info"}',
	],
	'other programs, by syslog': [
		'Nov 20 09:03:07 web1 sshd[812]: Failed password for invalid user admin from 203.0.113.7 port 50112 ssh2',
		'Nov 20 09:03:07 web1 CRON[815]: (root) CMD (test -x /usr/sbin/anacron || run-parts --report /etc/cron.daily)',
		'<30>Nov 20 09:03:07 web1 systemd[1]: Started nginx.service - A high performance web server.',
		'<165>1 2026-11-20T09:03:07.003Z web1 postfix 4711 - - connect from unknown[203.0.113.7]',
		'2026-11-20T09:03:07.123456+00:00 web1 kernel: [12345.678901] TCP: request_sock_TCP: Possible SYN flooding on port 443.',
		'Nov 20 09:03:07 lb1 haproxy[4711]: Proxy web started.',
		'Nov 20 09:03:07 lb1 haproxy[4711]: Server web/app1 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.',
		'2026-11-20T09:03:07.123456789Z stderr F time="2026-11-20T09:03:07Z" level=info msg="Configuration loaded" providerName=docker',
	],
	'applications, text': [
		'time="2026-11-20T09:03:07Z" level=error msg="Router uses a non-existent resolver" routerName=shop@docker',
		'2026-11-20 09:03:07,123 INFO  [main] c.e.shop.Application - Started in 3.2 seconds',
		'[2026-11-20 09:03:07] production.ERROR: no such article {"exception":"[object] (Exception(code: 0))"}',
		'I, [2026-11-20T09:03:07.123456 #17]  INFO -- : Completed 200 OK in 52ms',
		"LOG:  statement: SELECT * FROM articles WHERE url = 'GET / HTTP/1.1'",
		'127.0.0.1:6379> GET basket',
		'GET / HTTP/1.1',
		'Host: shop.example',
	],
};

const read = (reader: LineReader, line: string): string => {
	const bytes = Buffer.from(line);
	const number = reader.read(bytes, 0, bytes.length, new EntryRecord());
	return number === unread || number === noRequest ? '' : (formats[number]?.name ?? '?');
};

for (const [who, lines] of Object.entries(noise)) {
	for (const [index, line] of lines.entries()) {
		test(`no request: ${who}, ${index + 1}: ${line.trim().slice(0, 60)}`, t => {
			t.is(read(new LineReader(), line), '');
			for (const {example} of formats) {
				const reader = new LineReader();
				read(reader, example);
				t.is(read(reader, line), '', `after ${example}`);
			}
		});
	}
}

const all = Object.values(noise).flat();
const first50 = Array.from({length: 50}, (_, index) => all[index % all.length] ?? '');

test('after 50 lines of noise each line is of the format that it is of by itself', t => {
	for (const line of [...formats.map(({example}) => example), ...sampleLines]) {
		const reader = new LineReader();
		for (const other of first50) {
			t.is(read(reader, other), '');
		}
		t.is(read(reader, line), read(new LineReader(), line), line);
		t.not(read(reader, line), '', line);
	}
});

test('and also with noise between any two of them', t => {
	const reader = new LineReader();
	for (const [index, {name, example}] of formats.entries()) {
		t.is(read(reader, example), name);
		t.is(read(reader, all[index % all.length] ?? ''), '');
		t.is(read(reader, example), name);
	}
});
