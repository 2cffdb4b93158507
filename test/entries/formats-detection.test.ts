import test from 'ava';
import {EntryRecord, noRequest, unread} from '../../source/entries/entry-record.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {sampleLines} from '../helpers/arbitrary-lines.js';

process.env.TZ = 'UTC';

/** Logs of other programs, some of them about requests. None is a line of an access log. */
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
	'tests and clients that log the requests they send': [
		'FAIL GET /en/ 200 in 12ms expected 201',
		'GET https://api.example/v1/prices 200 12ms',
		'2026-11-20T08:03:07Z GET https://api.example/v1/prices 200 in 12ms',
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
		// Messages that applications log while they handle a request.
		'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","req":{"id":1,"method":"GET","url":"/en/"},"msg":"looking for articles"}',
		'{"level":"warn","time":"2026-11-20T08:03:07Z","method":"POST","path":"/cart","client_ip":"203.0.113.7","message":"basket is full"}',
		'{"@timestamp":"2026-11-20T08:03:07.123Z","log.level":"ERROR","message":"no stock","http.request.method":"GET","url.path":"/en/","service.name":"shop"}',
		'{"@t":"2026-11-20T08:03:07.123Z","@mt":"Request starting {Protocol} {Method} {Path}","Protocol":"HTTP/1.1","Method":"GET","Path":"/en/","SourceContext":"Microsoft.AspNetCore.Hosting.Diagnostics"}',
		'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","reqId":"req-1","res":{"statusCode":200},"responseTime":4.2,"msg":"request completed"}',
		'{"EventId":1,"LogLevel":"Information","Category":"Microsoft.AspNetCore.HttpLogging.HttpLoggingMiddleware","Message":"Response:","State":{"StatusCode":200,"Content-Type":"text/html"}}',
		// Outgoing requests of applications.
		'{"level":"info","ts":1795161787.123,"caller":"pay/client.go:42","msg":"sent","method":"POST","url":"https://pay.example/charges","status":201}',
		'{"level":"info","msg":"webhook delivered","url":"https://hooks.example/in","status":200,"attempt":1}',
		'{"@t":"2026-11-20T08:03:07.123Z","@mt":"Received HTTP response headers after {ElapsedMilliseconds}ms - {StatusCode}","ElapsedMilliseconds":12.3,"StatusCode":200,"HttpMethod":"GET","Uri":"https://api.example/x"}',
		'{"time":"2026-11-20T08:03:07Z","level":"INFO","msg":"fetched","url":"https://feeds.example/rss","status_code":304,"duration":0.42}',
		// Another kind of status, path, URL, method or request.
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
	'applications, logfmt': [
		'level=info msg="config loaded" path=/etc/shop/config.toml status=ok',
		'time="2026-11-20T09:03:07Z" level=info msg="Starting Docker daemon" version=28.1.1',
		'ts=2026-11-20T09:03:07.123Z caller=main.go:534 level=info msg="Starting Prometheus Server" mode=server version="(version=3.5.0)"',
		'ts=2026-11-20T09:03:07.123Z level=info component=tls_config msg="Listening on" address=[::]:9090',
		'level=info ts=2026-11-20T09:03:07.123Z caller=metrics.go:223 component=querier org_id=fake latency=fast query="{app=\\"shop\\"}" query_type=limited duration=12.3ms status=200 limit=100 returned_lines=0',
		'level=info ts=2026-11-20T09:03:07.123Z caller=handler.go:403 msg="query stats" component=query-frontend method=POST path=/prometheus/api/v1/query user_agent=Grafana/12.0 response_time=12.3ms status=success',
		'time=2026-11-20T09:03:07.123Z level=INFO source=routes.go:1205 msg="server config" env="map[OLLAMA_HOST:http://0.0.0.0:11434]"',
		't=2026-11-20T09:03:07+0000 lvl=eror msg="failed to fetch" logger=plugins url=https://grafana.example/api/plugins status=500',
		'logger=migrator t=2026-11-20T09:03:07.123Z level=info msg="Executing migration" id="create user table" method=sql path=/var/lib/grafana/grafana.db',
		'time="2026-11-20T09:03:07Z" level=info msg="shim disconnected" id=0a1b2c namespace=moby path=/run/containerd/io.containerd.runtime.v2.task',
		'level=warning msg="retrying" method=GET url=https://api.example/v1/orders attempt=2 status=503',
		'time="2026-11-20T09:03:07Z" level=info msg="starting redirect" method=permanent path=/old to=/new status=301',
		'source=web.1 dyno=heroku.1 sample#load_avg_1m=0.10 sample#memory_total=103.50MB',
		'at=info method=enqueue job=MailJob queue=default status=200 duration=12ms',
		'ts=2026-11-20T09:03:07.123Z level=debug method=/grpc.health.v1.Health/Check status=200 duration=1.2ms peer=203.0.113.7:50112',
		'level=info msg=started listening on port 8080 method=GET path=/ status=200',
		'key=value',
		'PATH=/usr/bin:/bin METHOD=GET',
		'a=1 b="2',
		'time=2026-11-20T09:03:07.123Z level=ERROR msg="no route" err="GET /basket: status=500" method=GET',
		'MAILTO=root',
		'type=SYSCALL msg=audit(1795161787.123:42): arch=c000003e syscall=2 success=no exit=-13 exe="/usr/bin/cat" key=(null)',
	],
	'applications, labelled': [
		'time:2026-11-20T09:03:07+01:00\tlevel:info\tmessage:basket paid\tstatus:ok',
		'date:2026-11-20\tuser:ada\tamount:42',
		'error: no such file\tor directory',
		'Name:\tnginx',
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
	'nginx, more errors': [
		'2026/11/20 09:03:07 [crit] 31#31: *10 SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking, client: 203.0.113.7, server: 0.0.0.0:443',
		'2026/11/20 09:03:07 [error] 31#31: *11 FastCGI sent in stderr: "PHP message: PHP Warning:  Undefined variable $a in /srv/shop/index.php on line 12" while reading response header from upstream, client: 203.0.113.7, server: shop.example, request: "GET / HTTP/1.1", upstream: "fastcgi://unix:/run/php/php8.2-fpm.sock:", host: "shop.example"',
		'2026/11/20 09:03:07 [error] 31#31: *12 limiting requests, excess: 10.400 by zone "one", client: 203.0.113.7, server: shop.example, request: "GET /en/ HTTP/2.0", host: "shop.example"',
		'2026/11/20 09:03:07 [alert] 1#1: worker process 31 exited on signal 11',
		'nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)',
	],
	PHP: [
		'[20-Nov-2026 09:03:07 UTC] PHP Warning:  Undefined array key "q" in /srv/shop/search.php on line 12',
		'[20-Nov-2026 09:03:07 Europe/Berlin] PHP Fatal error:  Uncaught PDOException: SQLSTATE[HY000] [2002] Connection refused in /srv/shop/db.php:7',
		'[20-Nov-2026 09:03:07] NOTICE: fpm is running, pid 1',
		'[20-Nov-2026 09:03:07] WARNING: [pool www] child 17, script \'/srv/shop/index.php\' (request: "GET /index.php") executing too slow (5.012 sec), logging',
		'[20-Nov-2026 09:03:07] WARNING: [pool www] child 17 said into stderr: "NOTICE: PHP message: GET /en/ 200"',
		'[Fri Nov 20 09:03:07 2026] PHP 8.3.0 Development Server (http://localhost:8000) started',
		'[Fri Nov 20 09:03:07 2026] PHP Warning:  Undefined variable $a in /srv/shop/index.php on line 12',
	],
	PostgreSQL: [
		'2026-11-20 09:03:07.123 UTC [71] LOG:  database system is ready to accept connections',
		'2026-11-20 09:03:07.123 UTC [71] ERROR:  relation "articles" does not exist at character 15',
		"2026-11-20 09:03:07.123 UTC [71] STATEMENT:  SELECT * FROM articles WHERE url = '/en/'",
		'2026-11-20 09:03:07.123 UTC [71] shop@shop LOG:  duration: 1520.123 ms  statement: SELECT 1',
		'2026-11-20 09:03:07 UTC:203.0.113.7(50112):shop@shop:[71]:FATAL:  password authentication failed for user "shop"',
		'2026-11-20 09:03:07.123 UTC,"shop","shop",71,"203.0.113.7:50112",655d,1,"SELECT",2026-11-20 09:00:00 UTC,3/17,0,ERROR,42P01,"relation ""articles"" does not exist",,,,,,"SELECT 1",15,,"psql"',
	],
	MySQL: [
		"2026-11-20T09:03:07.123456Z 0 [System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. Version: '8.4.0'  socket: '/var/run/mysqld/mysqld.sock'  port: 3306",
		"2026-11-20T09:03:07.123456Z 7 [Note] [MY-010926] [Server] Access denied for user 'shop'@'203.0.113.7' (using password: YES)",
		'2026-11-20T09:03:07.123456Z\t    7 Query\tSELECT * FROM articles',
		'# User@Host: shop[shop] @  [203.0.113.7]  Id:     7',
		'# Query_time: 1.520123  Lock_time: 0.000012 Rows_sent: 1  Rows_examined: 200',
		"2026-11-20  9:03:07 7 [Warning] Aborted connection 7 to db: 'shop' user: 'shop' host: '203.0.113.7' (Got timeout reading communication packets)",
	],
	Redis: [
		'1:C 20 Nov 2026 09:03:07.123 * oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo',
		'1:M 20 Nov 2026 09:03:07.123 * Background saving started by pid 17',
		'1:M 20 Nov 2026 09:03:07.123 # WARNING Memory overcommit must be enabled!',
		'1795165387.123456 [0 203.0.113.7:50112] "GET" "/en/" "200"',
		'1795165387.123456 [0 203.0.113.7:50112] "SET" "session:7" "1"',
	],
	'systemd, kernel, sshd, cron': [
		'systemd[1]: Starting Rotate log files...',
		'systemd[1]: nginx.service: Main process exited, code=exited, status=1/FAILURE',
		'systemd[1]: Reached target Multi-User System.',
		'[   12.345678] eth0: Link is Up - 1000Mbps/Full - flow control rx/tx',
		'[12345.678901] Out of memory: Killed process 71 (node) total-vm:2048000kB, anon-rss:1024000kB',
		'kernel: [UFW BLOCK] IN=eth0 OUT= MAC=00 SRC=203.0.113.7 DST=10.0.0.5 LEN=40 TOS=0x00 PREC=0x00 TTL=244 ID=54321 PROTO=TCP SPT=50112 DPT=443 WINDOW=1024 RES=0x00 SYN URGP=0',
		'sshd[812]: Accepted publickey for ada from 203.0.113.7 port 50112 ssh2: ED25519 SHA256:abc',
		'sshd[812]: Invalid user GET from 203.0.113.7 port 50112',
		'CRON[815]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)',
		"anacron[71]: Job `cron.daily' terminated",
		'sudo:      ada : TTY=pts/0 ; PWD=/home/ada ; USER=root ; COMMAND=/usr/bin/tail -f /var/log/nginx/access.log',
	],
	postfix: [
		'postfix/smtpd[71]: connect from mail.example[203.0.113.7]',
		'postfix/smtpd[71]: NOQUEUE: reject: RCPT from unknown[203.0.113.7]: 554 5.7.1 <a@shop.example>: Relay access denied; from=<b@a.example> to=<a@shop.example> proto=ESMTP helo=<a.example>',
		'postfix/smtp[72]: 4B1: to=<a@shop.example>, relay=mail.example[203.0.113.7]:25, delay=0.52, delays=0.01/0/0.2/0.31, dsn=2.0.0, status=sent (250 2.0.0 OK)',
		'postfix/qmgr[73]: 4B1: from=<b@shop.example>, size=4523, nrcpt=1 (queue active)',
		'dovecot: imap-login: Login: user=<ada>, method=PLAIN, rip=203.0.113.7, lip=10.0.0.5, mpid=71, TLS, session=<a>',
	],
	Java: [
		'20-Nov-2026 09:03:07.123 INFO [main] org.apache.catalina.startup.Catalina.start Server startup in [1234] milliseconds',
		'20-Nov-2026 09:03:07.123 SEVERE [http-nio-8080-exec-1] org.apache.catalina.core.StandardWrapperValve.invoke Servlet.service() for servlet [shop] in context with path [/en] threw exception',
		'2026-11-20T09:03:07.123+01:00  INFO 71 --- [shop] [nio-8080-exec-1] o.s.web.servlet.DispatcherServlet        : Completed initialization in 1 ms',
		'2026-11-20 09:03:07.123 DEBUG 71 --- [nio-8080-exec-1] o.s.web.servlet.DispatcherServlet : GET "/en/?p=2", parameters={masked}',
		'2026-11-20 09:03:07.123 DEBUG 71 --- [nio-8080-exec-1] o.s.web.servlet.DispatcherServlet : Completed 200 OK',
		'09:03:07.123 [main] ERROR c.e.shop.Basket - GET /en/ 500',
		'\tat java.base/java.net.Socket.connect(Socket.java:633)',
		'\t... 17 more',
		'Caused by: org.springframework.web.client.HttpClientErrorException$NotFound: 404 Not Found: "{"error":"none"}"',
		'[2026-11-20T09:03:07.123+0000][info][gc] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->8M(256M) 4.532ms',
	],
	Python: [
		'INFO:     Started server process [71]',
		'INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)',
		'ERROR:    Exception in ASGI application',
		'  File "/usr/lib/python3.12/http/client.py", line 1395, in getresponse',
		'requests.exceptions.HTTPError: 404 Client Error: Not Found for url: https://api.example/v1/articles',
		'2026-11-20 09:03:07,123 - urllib3.connectionpool - DEBUG - https://api.example:443 "GET /v1/articles HTTP/1.1" 200 4523',
		'DEBUG:urllib3.connectionpool:https://api.example:443 "GET /v1/articles HTTP/1.1" 200 None',
		'[2026-11-20 09:03:07 +0000] [71] [INFO] Booting worker with pid: 71',
		'[2026-11-20 09:03:07 +0000] [71] [CRITICAL] WORKER TIMEOUT (pid:71)',
		'[2026-11-20 09:03:07,123: INFO/MainProcess] Task shop.mail[a-b] succeeded in 0.0123s: None',
		'HTTP Request: POST https://api.example/v1/chat "HTTP/1.1 200 OK"',
		'WARNING:root:GET /en/ 404',
	],
	Kubernetes: [
		'2m17s       Warning   Unhealthy          pod/web-7d9c   Readiness probe failed: HTTP probe failed with statuscode: 503',
		'shop        5m          Normal    Pulled     pod/web-7d9c   Container image "nginx:1.27" already present on machine',
		'I1120 09:03:07.123456      71 kubelet.go:2345] "SyncLoop ADD" source="api" pods=["shop/web-7d9c"]',
		'E1120 09:03:07.123456       1 reflector.go:138] k8s.io/client-go/informers: Failed to watch *v1.Pod: Get "https://10.0.0.1:443/api/v1/pods?watch=true": dial tcp 10.0.0.1:443: connect: connection refused',
		'I1120 09:03:07.123456       1 trace.go:236] Trace[71]: "List" accept:application/json,audit-id:a,client:203.0.113.7,protocol:HTTP/2.0,resource:pods,scope:cluster,url:/api/v1/pods,user-agent:kubectl/v1.31,verb:LIST (20-Nov-2026 09:03:06.123) (total time: 520ms):',
		'W1120 09:03:07.123456       7 controller.go:1112] Service "shop/web" does not have any active Endpoint.',
		'time="2026-11-20T09:03:07Z" level=warning msg="Health check failed" url="http://10.0.0.5:8080/healthz" status=503',
	],
	etcd: [
		'{"level":"info","ts":"2026-11-20T09:03:07.123Z","caller":"etcdserver/server.go:2653","msg":"compacted Raft logs","compact-index":71}',
		'{"level":"warn","ts":"2026-11-20T09:03:07.123Z","caller":"etcdserver/util.go:170","msg":"apply request took too long","took":"152.1ms","expected-duration":"100ms","prefix":"read-only range ","request":"key:\\"/registry/pods/\\" ","response":"range_response_count:7 size:4523"}',
		'{"level":"info","ts":"2026-11-20T09:03:07.123Z","caller":"traceutil/trace.go:171","msg":"trace[71] range","detail":"{range_begin:/registry/health; response_count:0; }","duration":"152.1ms","start":"2026-11-20T09:03:06.9Z","end":"2026-11-20T09:03:07.1Z","steps":["a"],"step_count":1}',
		'2026-11-20 09:03:07.123456 I | etcdserver/api/etcdhttp: /health OK (status code 200)',
		'2026-11-20 09:03:07.123456 W | etcdserver: read-only range request "key:\\"/registry/pods\\" " with result "range_response_count:7 size:4523" took too long (152.1ms) to execute',
	],
	Elasticsearch: [
		'[2026-11-20T09:03:07,123][INFO ][o.e.n.Node               ] [es1] started',
		'[2026-11-20T09:03:07,123][WARN ][o.e.m.j.JvmGcMonitorService] [es1] [gc][71] overhead, spent [520ms] collecting in the last [1s]',
		'[2026-11-20T09:03:07,123][WARN ][r.suppressed             ] [es1] path: /shop/_search, params: {index=shop}, status: 503',
		'[2026-11-20T09:03:07,123][INFO ][i.s.s.query              ] [es1] [shop][0] took[152.1ms], took_millis[152], total_hits[7 hits], types[], stats[], search_type[QUERY_THEN_FETCH], total_shards[1], source[{}], id[]',
	],
	RabbitMQ: [
		'2026-11-20 09:03:07.123456+00:00 [info] <0.71.0> accepting AMQP connection <0.71.0> (203.0.113.7:50112 -> 10.0.0.5:5672)',
		'2026-11-20 09:03:07.123456+00:00 [error] <0.71.0> closing AMQP connection <0.71.0> (203.0.113.7:50112 -> 10.0.0.5:5672): missed heartbeats from client, timeout: 60s',
		"2026-11-20 09:03:07.123456+00:00 [warning] <0.71.0> HTTP access denied: user 'guest' - invalid credentials",
		' completed with 3 plugins.',
	],
	HAProxy: [
		'[NOTICE]   (1) : New worker (8) forked',
		'[WARNING]  (8) : Server shop/web1 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms. 0 active and 0 backup servers left.',
		"[ALERT]    (8) : backend 'shop' has no server available!",
		'Proxy https-in stopped (cumulated conns: FE: 71, BE: 0).',
		'Health check for server shop/web1 failed, reason: Layer7 wrong status, code: 503, info: "Service Unavailable", check duration: 2ms, status: 0/2 DOWN.',
	],
	Docker: [
		'time="2026-11-20T09:03:07.123456789Z" level=info msg="API listen on /run/docker.sock"',
		'time="2026-11-20T09:03:07.123456789Z" level=error msg="Handler for GET /v1.47/containers/a/json returned error: No such container: a"',
		'time="2026-11-20T09:03:07.123456789Z" level=debug msg="Calling GET /v1.47/containers/json?all=1"',
		'time="2026-11-20T09:03:07.123456789Z" level=warning msg="error trying on-demand upload" error="Get \\"https://registry.example/v2/\\": EOF" status=500',
		'ERRO[0007] error waiting for container: unexpected EOF',
	],
	'Rails, Laravel, Django': [
		'Completed 500 Internal Server Error in 52ms (ActiveRecord: 1.2ms | Allocations: 1234)',
		'  Article Load (0.5ms)  SELECT "articles".* FROM "articles" WHERE "articles"."id" = 7 LIMIT 1',
		'ActionController::RoutingError (No route matches [GET] "/en/missing"):',
		'D, [2026-11-20T09:03:07.123456 #71] DEBUG -- :   Rendered articles/show.html.erb within layouts/application (Duration: 12.3ms | Allocations: 1234)',
		'F, [2026-11-20T09:03:07.123456 #71] FATAL -- : [a-b-c] ActionController::RoutingError (No route matches [GET] "/favicon.ico"):',
		'[2026-11-20 09:03:07] local.INFO: GET /en/ 200 {"user":7}',
		'[2026-11-20 09:03:07] production.ERROR: SQLSTATE[HY000] [2002] Connection refused (Connection: mysql, SQL: select * from articles) {"userId":7,"exception":"[object] (PDOException(code: 2002))"}',
		'WARNING 2026-11-20 09:03:07,123 log 71 140 Not Found: /favicon.ico',
		'ERROR 2026-11-20 09:03:07,123 log 71 140 Internal Server Error: /en/checkout',
		'Not Found: /favicon.ico',
		'Watching for file changes with StatReloader',
		'Starting development server at http://127.0.0.1:8000/',
	],
	'npm and Node': [
		'npm http fetch GET 200 https://registry.example/left-pad 152ms (cache miss)',
		'npm http cache https://registry.example/left-pad 7ms (cache hit)',
		'npm error code E404',
		'npm error 404 Not Found - GET https://registry.example/left-padd - Not found',
		'npm warn deprecated left-pad@1.3.0: use String.prototype.padStart()',
		'0 verbose cli /usr/bin/node /usr/bin/npm',
		'71 http fetch GET 200 https://registry.example/left-pad 152ms (cache miss)',
		'    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
		"{ errno: -111, code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 5432 }",
		'Server listening on http://localhost:3000',
		' ✓ Compiled /en in 520ms (571 modules)',
		' ○ Compiling /en ...',
		'[HPM] Proxy created: /api  -> http://localhost:8080',
		'GET https://api.example/v1/articles failed with 503 in 12ms',
	],
	'plain text with URLs in it': [
		'See https://shop.example/en/ for more.',
		'GET /en/ gives 200, POST /cart gives 302.',
		'curl -X POST https://shop.example/cart -d "a=1"',
		'< HTTP/1.1 200 OK',
		'> GET /en/ HTTP/1.1',
		'203.0.113.7 is the address of https://shop.example/',
		'Downloading https://shop.example/a.tar.gz 4523 of 9046',
		'2026-11-20 09:03:07 URL:https://shop.example/a.tar.gz [4523/4523] -> "a.tar.gz" [1]',
		'--2026-11-20 09:03:07--  https://shop.example/a.tar.gz',
		'HTTP request sent, awaiting response... 200 OK',
		'[INFO] GET /en/ took 12 ms',
		'- [GET /en/](https://shop.example/en/) | 200 | 12ms',
		'100  4523  100  4523    0     0  12345      0 --:--:-- --:--:-- --:--:-- 12345',
		'203.0.113.7 - ada [the admin] "asked for /en/" 200 times',
		'/var/log/nginx/access.log 200 4523',
		'200 GET /en/',
		'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o',
		'10.0.0.5, 10.0.0.6, 10.0.0.7',
		'64 bytes from 203.0.113.7: icmp_seq=1 ttl=54 time=12.3 ms',
		'09:03:07.123456 IP 203.0.113.7.50112 > 10.0.0.5.443: Flags [S], seq 1, win 64240, length 0',
	],
};

/** Common prefixes of log lines. */
const prefixes: readonly string[] = [
	'2026-11-20T09:03:07.123456789+01:00 stdout F ',
	'2026-11-20T09:03:07.123456789Z ',
	'2026-11-20 09:03:07 ',
	'2026/11/20 09:03:07 ',
	'[2026-11-20 09:03:07] ',
	'1795165387.123 ',
	'Nov 20 09:03:07 web1 app[71]: ',
	'Nov 20 09:03:07 app: ',
	'<134>Nov 20 09:03:07 web1 app[71]: ',
	'<134>1 2026-11-20T09:03:07.123Z web1 app 71 - - ',
	'web-1  | ',
	'web-1  | 2026-11-20T09:03:07.123456789Z ',
	'[pod/web-7d9c/app] ',
	'web-7d9c app ',
	'MESSAGE=',
	'@400000006540e5ab075bca00 ',
	'access.log:',
	'access.log:71:',
	'INFO:app:',
	'[info] ',
	'INFO  ',
	'\u001B[32mINFO\u001B[0m ',
];

function read(reader: LineReader, line: string): string {
	const bytes = Buffer.from(line);
	const number = reader.read(bytes, 0, bytes.length, new EntryRecord());
	return number === unread || number === noRequest ? '' : (formats[number]?.name ?? '?');
}

// Opened once, because each reader compiles its patterns for its first line.
const plain = new LineReader();
const afterExamples = formats.map(({example}) => ({example, reader: new LineReader()}));
const behindPrefixes = prefixes.map(prefix => ({prefix, reader: new LineReader()}));

for (const [who, lines] of Object.entries(noise)) {
	for (const [index, line] of lines.entries()) {
		test(`not a request: ${who}, ${index + 1}: ${line.trim().slice(0, 60)}`, t => {
			t.is(read(plain, line), '');
			for (const {example, reader} of afterExamples) {
				read(reader, example);
				t.is(read(reader, line), '', `after ${example}`);
			}
			for (const {prefix, reader} of behindPrefixes) {
				t.is(read(reader, prefix + line), '', `behind ${prefix}`);
			}
			t.is(read(plain, JSON.stringify({log: `${line}\n`, stream: 'stdout'})), '', 'in JSON');
			t.is(read(plain, JSON.stringify({version: '1.1', host: 'web-1', short_message: line})), '', 'in GELF');
			if (line.startsWith('{"')) {
				t.is(read(plain, `[${line},`), '', 'in an array');
				t.is(read(plain, `{"_index":"logs","_source":${line}}`), '', 'as an object');
			}
		});
	}
}

const all = Object.values(noise).flat();
const first50 = Array.from({length: 50}, (_, index) => all[index % all.length] ?? '');

test('50 lines of noise never change the format of later lines', t => {
	for (const line of [...formats.map(({example}) => example), ...sampleLines]) {
		const reader = new LineReader();
		for (const other of first50) {
			t.is(read(reader, other), '');
		}
		t.is(read(reader, line), read(new LineReader(), line), line);
		t.not(read(reader, line), '', line);
	}
});

test('noise between lines never changes their format', t => {
	const reader = new LineReader();
	for (const [index, {name, example}] of formats.entries()) {
		t.is(read(reader, example), name);
		t.is(read(reader, all[index % all.length] ?? ''), '');
		t.is(read(reader, example), name);
	}
});
