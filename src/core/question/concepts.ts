/** The glossary's words; {@link ./glossary.ts} reads them. */

/**
 * One concept a line: `name|English|German|Chinese|Japanese`. A name that begins with `+` or `-` is one pole of a pair.
 * `_` stands for a space, `*` at the end of a German word for any ending. English words are compared by their stems.
 */
export const CONCEPTS = `
+enable|enable activate turn_on switch_on enablement|aktivier* einschalt* eingeschaltet* anschalt* einzuschalten|启用 开启 打开 激活|有効 オンに 有効化
-enable|disable deactivate turn_off switch_off off|deaktivier* abschalt* ausschalt* abgeschaltet* ausgeschaltet* abzuschalten auszuschalten|禁用 关闭 停用 关掉|無効 オフに 無効化
+automatic|automatically automatic auto itself|automatisch* selbsttätig|自动|自動 自動的
-automatic|manually manual by_hand explicitly explicit|manuell* von_hand händisch explizit ausdrücklich|手动 显式 人工|手動 明示的
always|always every_time|immer stets jedesmal|总是 始终 一直|常に 必ず いつも
before|before prior beforehand earlier|bevor vor vorher zuvor|之前 以前 先|前に 以前
after|after afterwards|nachdem nach danach nachher später|之后 以后 后|後に 以後 あとで 後
+first|first|erste* zuerst|第一个 首先 首次 第一次|最初 初回 先頭
-first|last final latest|letzte* zuletzt|最后 最近一次|最後 末尾
+sync|synchronous sync synchronously|synchron*|同步|同期
-sync|asynchronous async asynchronously awaitable|asynchron*|异步|非同期
+optional|optional optionally|optional* freiwillig|可选|任意 省略可
-optional|required mandatory must obligatory require|erforderlich* muss müssen notwendig* pflicht*|必须 必需 必填|必須 必要
+max|maximum max most largest longest upper at_most up_to highest cap no_more_than not_more_than no_longer_than no_larger_than|maximal* höchstens höchst* längst* nicht_mehr_als|最多 最大 最长 不能超过 不得超过 不超过 上限 至多|最大 最長 上限
-max|minimum min least smallest shortest lowest at_least|mindestens minimal* kleinst* kürzest*|最少 最小 最短 至少 下限 最低|最小 最短 最低 少なくとも
+fast|faster fast quick quickly speed performance optimize latency|schnell*|更快 快速 快 性能|速い 高速 速く 性能
-fast|slower slow slowly|langsam*|更慢 缓慢 慢|遅い 低速 遅く
+stable|stable production production_ready|stabil*|稳定|安定
-stable|experimental unstable beta preview alpha|experimentell* instabil*|实验性 不稳定|実験的 試験的
possible|possible may can able available|dürfen darf können kann möglich*|可以 能够|可能 でき
+allow|allow permit accept support|erlaub* unterstütz* zugelassen|允许 支持 接受|許可 対応 サポート
-allow|forbid deny reject prohibit refuse block disallow unsupported impossible|verbiet* verboten* ablehn* abgelehnt* verweiger* untersag*|禁止 拒绝 不允许|禁止 拒否
+open|open|offen* öffn* geöffnet*|打开 保持打开|開く 開いた
-open|close closed|schließ* geschlossen*|关闭|閉じ
+start|start begin launch boot startup running|start* beginn* starten laufen läuft weiterlaufen weiterläuft|启动 开始 运行|開始 起動 稼働
-start|stop end abort halt shut_down shutdown cancel terminate quit kill interrupt exit give_up|stopp* beend* anhalt* abbrech* abbricht bricht_ab gestoppt*|停止 中止 结束 终止 取消|停止 終了 中止 中断 キャンセル
+keep|keep retain store preserve persist persistence remain stay save survive|behalt* aufbewahr* speicher* gespeichert* bleib* erhalten|保留 保存 保持 存储 持久化|保持 保存 残り
-keep|delete remove discard drop lose lost erase expire evict|lösch* gelöscht* entfern* verlier* verloren* ablauf* läuft_ab abgelaufen*|删除 移除 丢失 丢弃 过期 淘汰|削除 失われ 破棄 期限切れ 消え
+include|include contain part_of consist comprise|enthalt* enthält beinhalt* inklusive|包含 包括|含む 含まれ
-include|exclude omit without lack leave_out left_out except|ausschließ* ausgeschlossen* ohne auslass*|排除 不含 除外|除く 除外
+more|more greater larger bigger longer higher exceed increase|mehr größer* länger* höher* überschreit* überschritten* erhöh*|更多 更大 超过 超出 大于 提高 增加|超え 大きい 増や 長く
-more|less smaller shorter lower fewer decrease reduce|weniger kleiner* kürzer* niedriger* verringer* reduzier*|更少 更小 小于 低于 减少 降低|未満 小さい 減ら 短く
+public|public|öffentlich*|公开 公共|公開 パブリック
-public|private|privat*|私有|非公開 プライベート
personal|personal|persönlich*|个人 私人|個人
+sensitive|case_sensitive casesensitive|groß-_und_kleinschreibung|区分大小写|大文字小文字を区別
-sensitive|case_insensitive caseinsensitive||不区分大小写|大文字小文字を区別しない
all|all every each any whole entire complete completely|alle* jede* ganz* gesamt* vollständig*|所有 全部 每个 整个 任何 完整|すべて 全て 全部 全体 各
only|only single solely just one_of|nur einzig* lediglich ausschließlich|只有 仅 只 单个 唯一|のみ だけ 一つだけ しか
+once|exactly_once only_once at_most_once once single_time|genau_einmal nur_einmal höchstens_einmal einmal|一次性 只一次 仅一次|一度しか 一度だけ 一回だけ 1_回だけ
-once|more_than_once multiple_times several_times repeatedly any_number_of_times many_times|mehrfach mehrmals beliebig_oft|多次 重复 反复|何度でも 何度も 複数回 繰り返し
+inorder|in_order in_the_right_order ordered|der_reihe_nach in_der_richtigen_reihenfolge|按顺序 有序|順番どおり 順序どおり
-inorder|out_of_order unordered in_any_order|in_falscher_reihenfolge ungeordnet|乱序 无序|順不同
same|same identical equal|gleich* dieselbe* derselbe* dasselbe* identisch*|相同 同样 同名|同じ 同一
other|different other another differ|verschieden* ander* unterschiedlich*|不同 其他 另一个|異なる 別の 他の
+internal|inside internal within inner|innerhalb intern* innen|内部 里面|内部 内側
-internal|outside external outer|außerhalb extern* außen|外部 外面|外部 外側
+success|succeed success successful successfully|erfolg* gelungen|成功|成功
-success|fail failed failure error unsuccessful|fehlgeschlagen* fehlschlag* fehler* scheiter* gescheitert*|失败 出错 错误|失敗 エラー
+local|local locally localhost|lokal*|本地|ローカル
-local|remote|entfernt* remote|远程|リモート
read|read load fetch|lesen liest gelesen* lädt laden|读取 加载 读|読み取り 読み込 読む 読み
write|write written|schreib* geschrieben*|写入 写|書き込 書く 書き
send|send upload post push submit|send* gesendet* hochlad* hochgeladen* lade_hoch übermittel* verschick*|发送 上传 提交 推送|送信 アップロード 送る 送れ
receive|receive download pull|empfang* herunterlad* heruntergeladen*|接收 下载 收到|受信 ダウンロード 受け取 取得
+add|add append insert create register define declare|hinzufüg* hinzugefügt* anleg* angelegt* erstell* registrier* einfüg*|添加 增加 新建 创建 注册 新增 定义|追加 作成 登録 定義
default|default standard|standard* standardmäßig* voreingestellt* vorgabe* standardwert*|默认 缺省 预设|既定 デフォルト 標準 規定
timeout|timeout time_out|timeout* zeitlimit* zeitüberschreitung*|超时|タイムアウト
wait|wait pause delay hang stuck pending timeout|wart* pause verzöger*|等待 暂停 延迟|待つ 待ち 待機 遅延
idle|idle unused inactive inactivity|untätig* ungenutzt* inaktiv* leerlauf*|空闲 闲置 未使用|アイドル 未使用
retry|retry repeat try_again retries tries_again attempt again|wiederhol* erneut* versuch* retry|重试 重复 再次尝试|再試行 リトライ 繰り返
redirect|redirect redirection|weiterleit* umleit* redirect*|重定向 跳转|リダイレクト 転送
proxy|proxy|proxy* stellvertreter|代理|プロキシ
request|request query_request|anfrage* request* aufruf*|请求|リクエスト 要求
response|response answer reply|antwort* response*|响应 返回 应答 回复|レスポンス 応答
header|header|header* kopfzeile*|头 标头 请求头 响应头 首部|ヘッダー ヘッダ
body|body payload|body rumpf nachrichtenkörper inhalt|请求体 正文 响应体 主体|ボディ 本文
cookie|cookie|cookie*|cookie|クッキー cookie
connection|connection connect connectivity|verbindung* verbind* verbunden*|连接|接続 コネクション
pool|pool|pool*|连接池 池|プール
limit|limit restrict bound quota throttle|limit* grenz* begrenz* beschränk*|限制 限额 配额|制限 上限
concurrent|concurrent simultaneous parallel at_once at_the_same_time|gleichzeitig* parallel*|并发 同时 并行 一次|同時 並行 並列 一度に
client|client|client* klient*|客户端|クライアント
server|server|server*|服务器 服务端|サーバー サーバ
user|user username|benutzer* nutzer* anwender*|用户 用户名|ユーザー ユーザ 利用者
password|password|passwort* kennwort*|密码|パスワード
auth|authentication authenticate auth login log_in sign_in credential|authentifizier* anmeld* authentisier* auth|认证 身份验证 登录 鉴权|認証 ログイン
token|token|token*|令牌 token|トークン
permission|permission scope right privilege role|recht* berechtig* rolle*|权限 角色|権限 ロール
certificate|certificate cert|zertifikat*|证书|証明書
verify|verify verification check validate validation|prüf* überprüf* verifizier* validier*|验证 校验 检查|検証 確認 チェック
encrypt|encrypt encryption tls ssl|verschlüssel*|加密|暗号化
signature|signature sign|signatur* signier*|签名|署名
file|file|datei*|文件|ファイル
folder|folder directory|ordner* verzeichnis*|目录 文件夹|フォルダー フォルダ ディレクトリ
path|path|pfad*|路径|パス
name|name named|name* benannt*|名称 名字 同名|名前 名称
form|form|formular*|表单|フォーム
field|field|feld* formularfeld* feldname*|字段 普通字段|フィールド 項目
multiple|multiple several many couple various more_than_one|mehrere* mehrfach* viele*|多个 几个 多次 多种|複数 いくつか 何度も 複数回
parameter|parameter argument param keyword|parameter* argument*|参数|パラメータ パラメーター 引数
option|option setting configure configuration config flag preference|option* einstell* konfigur* schalter|选项 设置 配置 设定|オプション 設定 構成
value|value|wert*|值 数值|値
url|url address|url* adresse*|网址 地址 链接|アドレス url
link|link|link* verweis*|链接|リンク
encoding|encoding encode charset decode character_set|kodier* zeichensatz* codier* zeichenkodierung*|编码 字符集 解码|エンコーディング 文字コード 符号化 エンコード
text|text|text*|文本 文字|テキスト 文字列
string|string|zeichenkette* string*|字符串|文字列
number|number numeric integer count amount|zahl* anzahl* nummer*|数字 数量 个数|数 数値 件数
list|list array|liste* array*|列表 数组|リスト 配列
stream|stream streaming|stream* datenstrom|流式 流|ストリーム ストリーミング
chunk|chunk piece|stück* chunk* teil*|分块 块|チャンク 断片 少しずつ
+memory|memory ram heap in_memory|speicher arbeitsspeicher|内存|メモリ メモリー
-memory|disk drive on_disk|festplatte* datenträger|磁盘 硬盘|ディスク
cache|cache caching|cache* caching zwischenspeicher*|缓存|キャッシュ
log|log logging logger|log* protokoll*|日志|ログ
debug|debug debugging|debug* fehlersuche|调试|デバッグ
level|level|level stufe*|级别 等级|レベル
error|error exception crash fail failure break|fehler* exception* ausnahme*|错误 异常 报错|エラー 例外
raise|raise throw thrown|auslös* wirft werfen geworfen*|抛出 引发|発生 送出 投げ
status|status|status*|状态 状态码|ステータス 状態
test|test testing unit_test|test*|测试 单元测试|テスト ユニットテスト
mock|mock stub fake simulate dummy intercept|mock* attrappe* simulier*|模拟 桩|モック スタブ 模擬
network|network|netzwerk* netz*|网络|ネットワーク 通信
domain|domain host hostname|domain* host*|域名 主机|ドメイン ホスト
port|port|port*|端口|ポート
environment|environment env|umgebung*|环境|環境
variable|variable|variable*|变量|変数
ignore|ignore skip disregard|ignorier* überspring* übersprung*|忽略 跳过|無視 スキップ
override|override overwrite overrule replace take_precedence precedence win|überschreib* vorrang ersetz*|覆盖 优先|上書き 優先
version|version|version*|版本|バージョン
install|install installation|install*|安装|インストール
package|package library module dependency|paket* bibliothek* modul*|包 库 模块 依赖|パッケージ ライブラリ モジュール
function|function method callback handler|funktion* methode*|函数 方法 回调|関数 メソッド ハンドラー コールバック
call|call invoke|aufruf* aufgerufen*|调用|呼び出 呼ぶ
run|run execute|ausführ* ausgeführt*|执行|実行
return|return|zurückgeb* zurückgegeben* liefert|返回|返す 返し 返り
event|event hook|ereignis* event* hook*|事件 钩子|イベント フック
instance|instance object|instanz* objekt*|实例 对象|インスタンス オブジェクト
type|type kind|typ* art|类型 种类|型 種類
model|model|modell*|模型|モデル
database|database db|datenbank*|数据库|データベース
query|query|abfrage*|查询|クエリ 検索
search|search find|such* find*|搜索 查找|検索 探
page|page|seite*|页面 网页|ページ
title|title heading|titel überschrift*|标题|タイトル 見出し
image|image picture|bild*|图片 图像 镜像|画像 イメージ
container|container docker|container*|容器|コンテナ
deploy|deploy deployment|deploy* bereitstell*|部署|デプロイ 配置
production|production live|produktiv* produktion*|生产环境 线上|本番
migration|migration migrate|migration* migrier*|迁移|移行 マイグレーション
backup|backup|sicherung* backup*|备份|バックアップ
restore|restore recover revert roll_back rollback|wiederherstell* zurücksetz*|恢复 还原 回滚|復元 戻す 戻り 戻せ
schedule|schedule cron scheduled|zeitplan* geplant*|定时 计划 调度|スケジュール 定期
task|task job|aufgabe* job* auftrag*|任务 作业|ジョブ タスク
queue|queue|warteschlange* queue*|队列|キュー
notification|notification notify alert|benachrichtig* meldung*|通知 提醒|通知
message|message|nachricht*|消息 信息|メッセージ
email|email mail|e-mail* mail*|邮件 电子邮件|メール
plugin|plugin extension addon|plugin* erweiterung*|插件 扩展|プラグイン 拡張
component|component|komponente*|组件|コンポーネント
theme|theme style|theme* design stil*|主题 样式|テーマ スタイル
color|color colour|farb*|颜色|色
font|font|schrift*|字体|フォント
browser|browser|browser*|浏览器|ブラウザ ブラウザー
tab|tab|tab* reiter|标签页|タブ
session|session|sitzung* session*|会话|セッション
template|template view|vorlage* template*|模板|テンプレート
route|route routing router|route* routing|路由|ルート ルーティング
match|match matching|passt pass* treffer|匹配|一致 マッチ
order|order sequence|reihenfolge ordnung|顺序|順序 順番
format|format|format*|格式|形式 フォーマット
compress|compress compression gzip|komprim* kompress*|压缩|圧縮
index|index|index*|索引|インデックス 索引
draft|draft|entwurf* entwürf*|草稿|下書き
member|member|mitglied*|成员|メンバー
invite|invite invitation|einlad* eingeladen*|邀请|招待
history|history|verlauf historie|历史 记录|履歴
entry|entry item record|eintrag* einträge*|条目 项|エントリ 項目
process|process|prozess*|进程|プロセス
restart|restart|neustart* neu_start*|重启|再起動
parse|parse|parse* einlesen|解析|解析 パース
attachment|attachment|anhang* anhäng*|附件|添付
thread|thread|thread*|线程|スレッド
example|example sample minimal_example|beispiel*|例子 示例|例 サンプル
unique|idempotent unique|eindeutig*|唯一|一意
trailing|trailing|abschließend*|末尾|末尾
slash|slash|schrägstrich*|斜杠|スラッシュ
valid|valid validity|gültig* gilt|有效|有効期限
loop|loop iterate iteration|schleife*|循环|ループ 反復
signal|signal|signal*|信号|シグナル
endpoint|endpoint|endpunkt*|端点 接口|エンドポイント
delivery|deliver delivery arrive|zustell* ankomm*|投递 送达|配信 到着
unknown|unknown|unbekannt*|未知|未知 不明
interval|interval period|intervall* zeitraum|间隔 周期|間隔
attempt|attempt times|mal versuche*|次 次数|回
service|service|dienst*|服务|サービス
build|build|build*|构建|ビルド
customize|custom customize own|eigen* benutzerdefiniert*|自定义 自己的|独自 カスタム
hide|hide mask redact censor conceal strip obscure sensitive|verberg* maskier* schwärz*|隐藏 脱敏 掩码|隠す マスク
quiet|quiet quieter silence mute suppress noisy verbose noise|leiser* unterdrück* stumm*|静音 安静 屏蔽|抑制 静か
nesting|nest nested deep deeply depth recursive|verschachtel* tief*|嵌套 深度|ネスト 深さ 入れ子
trace|correlate trace track tracing identify|nachverfolg* zuordn*|关联 追踪 跟踪|追跡 相関
compare|compare comparison similar similarity|vergleich* ähnlich*|比较 相似|比較 類似
choose|choose select pick selection|wähl* auswahl* ausgewählt*|选择|選択 選ぶ
print|print show display output dump stdout|ausgeb* ausgabe anzeig*|打印 显示 输出|表示 出力
replace|replace swap substitute exchange|ersetz* austausch*|替换 更换|置き換え 差し替え
convert|convert transform coerce cast conversion|umwandel* konvertier*|转换|変換
duplicate|duplicate twice double|doppelt* zweimal|重复 两次|重複 二重
compile|compile compiled compilation transpile bundle bundling|kompilier* bündel*|编译 打包|コンパイル バンドル
listen|listen bind listening|lausch* horch*|监听 绑定|待ち受け リッスン
share|share shared sharing reuse common|teil* gemeinsam* wiederverwend*|共享 复用|共有 再利用
extend|extend wrap enhance decorate|erweiter*|扩展|拡張
disconnect|disconnect disconnected leaves hang_up hangs_up drop_off|trenn* getrennt*|断开|切断
upgrade|upgrade migrate update|aktualisier* upgrade*|升级 更新|更新 アップグレード
structure|structured structure typed|struktur*|结构化 结构|構造
classify|classify classification label category categorize|klassifizier* kategori*|分类 标签|分類
count|count total sum amount|zähl*|计数 统计 总数|数える 合計
rename|rename alias|umbenenn*|重命名 别名|改名 別名
clean|clean clear reset purge flush empty|leer* zurücksetz*|清空 清除 重置|クリア リセット
background|background worker_thread|hintergrund*|后台|バックグラウンド
secure|secure security safe safely protect|sicher* schütz*|安全 保护|安全 保護
format_pretty|pretty readable human_readable formatted|lesbar*|可读 美化|読みやすい 整形
duration|duration long period seconds minutes hours|dauer*|多久 时长|何秒 何分 期間
size|size large big huge small bytes|größe* groß*|大小 体积|サイズ 大きさ
fallback|fallback fall_back backup_plan alternative|ersatz* ausweich*|回退 备用|フォールバック 代替
middleware|middleware interceptor filter|middleware* abfang*|中间件 拦截器|ミドルウェア 傍受
hot_reload|reload watch hot_reload|neu_laden|热加载 重新加载|再読み込み
inspect|inspect examine look_at find_out see check_whether|untersuch* ansehen|查看 检查|調べ 確認
unknown_url|not_found missing nonexistent 404|fehlend* nicht_gefunden|找不到 缺失|見つから
merge|merge combine concatenate join|zusammenführ* kombinier*|合并 组合|結合 統合
group|group batch bulk|gruppier* bündel*|批量 分组|一括 グループ
generate|generate generation produce|generier* erzeug*|生成|生成
interactive|interactive ui frontend interface|oberfläche*|界面 前端|画面 フロントエンド
machine|machine host_machine device|maschine* rechner*|机器 主机|マシン 端末
authorization|authorization bearer|autorisier*|授权|認可
lifecycle|lifecycle stage phase|lebenszyklus phase*|生命周期 阶段|ライフサイクル 段階
scope|scope encapsulation visible visibility isolated|gültigkeitsbereich sichtbar*|作用域 可见 封装|スコープ 可視
subscribe|subscribe subscription|abonnier*|订阅|購読 サブスクリプション
metric|metric statistics stats monitor monitoring|metrik* statistik* überwach*|指标 统计 监控|メトリクス 統計 監視
rate|rate per_second frequency|rate häufigkeit|频率 速率|頻度 レート
plain|plain raw unprocessed|roh*|原始|生の
http|http|http|http|http
`;
