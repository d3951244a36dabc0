/**
 * Words by which a sentence is compared with a passage, beside those of the glossary. They are kept apart from it because
 * they help no search: "must", "still" or "change" find nothing, but whether a sentence is backed may turn on them.
 */

/** In the form of {@link ../question/concepts.ts}. A pole may be that of a concept of the glossary: "unlimited" is the opposite of "limit". */
export const EVIDENCE_CONCEPTS = `
-limit|unlimited unbounded infinite limitless any_number_of|unbegrenzt* unbeschränkt* unlimitiert* beliebig_viele|无限 无限制 不限 任意数量|無制限 いくつでも 無限
-encrypt|unencrypted plaintext cleartext in_the_clear|unverschlüsselt* klartext*|明文 未加密|平文 暗号化されていない
-compress|uncompressed|unkomprimiert*|未压缩|非圧縮
-auth|anonymous anonymously unauthenticated|anonym*|匿名|匿名
+newest|newest most_recent newest_first|neueste* jüngste*|最新 新到旧 最近的|最新 新しい順
-newest|oldest oldest_first|älteste*|最旧 最早 旧到新|最古 古い順
+ascending|ascending|aufsteigend*|升序|昇順
-ascending|descending|absteigend*|降序|降順
+edge|beginning start_of|anfang anfangs monatsanfang jahresanfang|开头 月初 年初 开始处|冒頭 月初 年初
-edge|end_of|monatsende jahresende|结尾 月底 年底 月末|月末 年末
+above|above|oberhalb darüber|上方 上面|の上に の上側
-above|below beneath underneath|unterhalb darunter|下方 下面|の下に の下側
+immediate|immediately immediate instantly instant right_away straight_away|sofort* unverzüglich* umgehend* unmittelbar*|立即 立刻 马上 即时|すぐに 直ちに 即座に 即時
-immediate|eventually|irgendwann letztlich|稍后 最终|いずれ 後ほど
+free|free_of_charge free|kostenlos* gratis kostenfrei*|免费|無料
-free|paid chargeable|kostenpflichtig*|付费 收费|有料
+full|full fully in_full|vollständig* komplett*|完整 完全|完全に 完全な
-full|partial partially partly incremental incomplete|teilweise inkrementell* unvollständig*|部分 增量 不完整 不完全|部分的 一部 増分 不完全
+advise|recommend recommended advise should suited suitable|empfohlen* empfehl* sollte* sollten geeignet* eignet*|建议 推荐 应当 应该 适合 适用|推奨 べき 適し 望ましい
-advise|discourage discouraged avoid unsuitable inadvisable|vermeid* abgeraten ungeeignet*|避免 不建议 不推荐 不适合|避け 非推奨
+lock|lock|sperr* gesperrt*|锁定 加锁 锁住|ロック
-lock|unlock|entsperr*|解锁|ロック解除
+change|change modify alter edit mutable adjust adapt|änder* geändert* verändert* veränder* bearbeit* anpass* angepasst*|更改 修改 改变 变更 编辑 调整|変更 編集 変わ 変え 書き換え
-change|unchanged immutable read_only untouched unmodified fixed unaffected as_is|unverändert* unveränderlich* unberührt* unangetastet|不变 原样 只读 不受影响|そのまま 読み取り専用 不変
+online|online connected|online|在线 联网|オンライン
-online|offline|offline|离线 脱机|オフライン
+upper|uppercase upper_case capital|großbuchstabe* großgeschrieben*|大写|大文字
-upper|lowercase lower_case|kleinbuchstabe* kleingeschrieben*|小写|小文字
+sensitive|case_matters|groß-_und_kleinschreibung_beachtet|区分大小写|大文字と小文字は区別 大文字小文字は区別 大文字と小文字を区別
-sensitive|ignore_case ignores_case|||大文字と小文字は区別されません 大文字と小文字を区別しません 大文字小文字は区別されません
+strict|strict strictly|streng* strikt*|严格|厳密 厳格
-strict|lenient loose tolerant tolerate|tolerant* toleriert* nachsichtig*|宽松 容忍|緩い 寛容
+half|half halve|halb* halbier*|一半 减半|半分 半減
-half|twice double doubles|doppelt* verdoppel*|两倍 加倍 翻倍|倍に 2倍 二倍
+mutual|both_directions bidirectional two_way both_ways|beide_richtungen bidirektional*|双向|双方向
-mutual|one_direction one_way unidirectional|eine_richtung unidirektional*|单向|一方向 片方向
+early|early earlier|früh*||早い
-early|late later|spät*||遅い
+near|same_day|selben_tag|当天|当日
+start|continue resume|fortsetz* fortgesetzt* fortführ*|继续|続行 継続 再開 続け
-start|ended finish finished over|endet endete enden beendet* abgeschlossen*|完成 结束|完了 終わ 終え
+keep|stays retained lives persisted persistent permanent permanently forever|dauerhaft* permanent* aufgehoben*|永久 永远保留 留存|永続 残す 残る 残り 保管 維持
-keep|dropped drops deleted gone wipe clear cleared|verwerf* verworfen* verschwind* gelöscht*|清空 抹去 清除 丢掉 删掉|消去 消える 捨て 破棄
+allow|let lets accepted supported allowed permitted|akzeptier* zulass* zulässig* angenommen* nimmt_an|接受 许可|許可 受け付け 受け入れ 使用でき 利用でき
-allow|rejected refused denied blocked disallowed illegal|abgewiesen* zurückgewiesen* blockier* unzulässig*|拒收 驳回 阻止 屏蔽|拒否 受け付けない 遮断 ブロック
+success|succeeds passes|gelingt|成功|成功
-success|fails failing failures|misslingt misslungen* fehlschläg* schlägt_fehl|失败|失敗
+automatic|by_itself on_its_own itself|automatisch* von_selbst von_allein selbst|自动 自行|自動 自ら ひとりで
-automatic|by_hand yourself themselves|von_hand selber|手工 人工 自己|手動 手作業 自分で
+optional|not_required need_not voluntary|optional* freigestellt|可选 可省略|省略可能
-optional|need needs needed necessary compulsory have_to has_to|benötig* brauch* nötig* zwingend* verpflichtend* obligatorisch*|需要 务必|必要 不可欠 なければなりません する必要
+max|at_the_most highest_possible latest_by|maximum obergrenze|至多 最大值|最大値 上限値 以下 以内
-max|at_the_least|untergrenze|起码 最小值|最小値 下限値 以上
new|new newly fresh freshly|neue*|新的 新增|新しい 新しく 新規 新た
old|old existing previous former already_present|alt* vorhanden* bestehend* bisherig* vorherig*|现有 原有 已有 既有|古い 既存 元の
warning|warning warn caution|warn* hinweis*|警告|警告
storage|storage disk_space space capacity quota|speicher speicherplatz* platz|存储 空间 容量|ストレージ 容量 領域 保存先
use|use usage using used work works usable available|nutz* verwend* benutz* gebrauch* funktionier* verfügbar*|使用 可用 能用 采用|使用 使え 使い 利用 使う 使われ
need|rely depend dependent|abhäng*|依赖 取决于|依存
copy|copy copied clone|kopier* kopie*|复制 拷贝|コピー 複製
import|import importing|import*|导入|インポート 取り込
export|export exporting|export*|导出|エクスポート
upgrade|update refresh updated renew renewal|aktualisier* auffrisch* erneuer*|更新 刷新 续期|更新 リフレッシュ
+add|create created set_up|erstell* angelegt* anleg* erzeug* legt_an legen_an|创建 建立 新建 生成|作成 作ら 作る 生成
publish|publish published release|veröffentlich* publizier*|发布 公布|公開 リリース 発行
edit_right|edit editing editor|bearbeiter* redakteur*|编辑 编辑者|編集 編集者
admin|admin administrator administrators|administrator* admin* verwalter*|管理员|管理者
owner|owner owners|besitzer* eigentümer* inhaber*|所有者 拥有者|所有者 オーナー
reader|reader viewer guest visitor|leser* betrachter* gast gäste* besucher*|读者 访客 查看者|閲覧者 ゲスト 訪問者 読者
developer|developer engineer|entwickler*|开发者 开发人员|開発者
customer|customer subscriber|kunde* kunden*|客户 顾客|顧客 お客様
account|account|konto* konten*|账户 账号 帐号|アカウント
team|team organization organisation workspace|team* organisation* arbeitsbereich*|团队 组织 工作区|チーム 組織 ワークスペース
project|project|projekt*|项目|プロジェクト
plan|plan tier|tarif* paket abo*|套餐 计划 方案|プラン 料金プラン
price|price cost charge fee|preis* kosten gebühr*|价格 费用 收费|価格 料金 費用
invoice|invoice bill billing billed|rechnung* abrechn* abgerechnet*|发票 账单 计费|請求書 請求 課金
pay|pay payment paid|bezahl* zahlung* zahlbar*|付款 支付|支払
refund|refund refunded reimburse|erstatt* rückerstatt*|退款 退还|返金 払い戻
development|development dev|entwicklung*|开发 开发环境|開発
staging|staging|staging*|预发布 预发|ステージング
column|column|spalte*||カラム
row|row line|zeile*||
table|table|tabelle*|表格|テーブル
key|key|schlüssel*|密钥|キー
secret|secret secrets|geheim*|密钥 机密 秘密|秘密 シークレット
lock_file|lockfile lock_file|lockfile lock-datei|锁文件|ロックファイル
input|input|eingabe*|输入|入力
output|output|ausgabe*|输出|出力
source|source origin|quelle* ursprung*|来源|ソース
target|target destination|ziel*|目标|対象 宛先 ターゲット
parent|parent|übergeordnet* eltern*|上级|
child|child children nested|untergeordnet* kind*|下级|
video|video|video*|视频|動画 ビデオ
audio|audio sound|audio* ton*|音频|音声
sms|sms text_message|sms|短信|SMS ショートメッセージ
phone|phone mobile smartphone|telefon* handy* mobil*|手机 电话 移动端|電話 携帯 スマートフォン モバイル
desktop|desktop|desktop*|桌面|デスクトップ
keyboard|keyboard shortcut|tastatur* tastenkürzel*|键盘 快捷键|キーボード ショートカット
mouse|mouse click|maus* klick*|鼠标 点击 单击|マウス クリック
button|button|schaltfläche* knopf* button*|按钮|ボタン
dialog|dialog modal popup|dialog*|对话框 弹窗|ダイアログ
menu|menu|menü*|菜单|メニュー
cursor|cursor|cursor*|光标 游标|カーソル
wait|delay delayed wait|verzöger* wart*|延迟 等待|遅延 待機 待ち
duration|lifetime lasts last|dauert gültigkeitsdauer lebensdauer|持续 有效期 时长|有効期間 続き 継続時間
daytime|midnight|mitternacht*|午夜 零点|深夜0時 午前0時 真夜中
timezone|time_zone timezone|zeitzone*|时区|タイムゾーン
language|language locale|sprache*|语言|言語
country|country region location|land länder region* standort*|国家 地区 区域 位置|地域 リージョン 場所
character|character letter symbol|zeichen buchstabe*|字符 字母|文字
space|whitespace blank|leerzeichen*|空格|空白 スペース
empty|empty blank nothing|leer*|为空|空の
null|null none nil|null|空值|null ヌル
word|word term|wort wörter*|单词|単語
sort|sort sorted sorting order_by ranked|sortier* geordnet*|排序 排列|並べ 並び 並ぶ ソート
filter|filter filtered|filter* gefiltert*|筛选 过滤|絞り込 フィルター フィルタ
result|result hit|ergebnis* treffer*|结果|結果
document|document doc|dokument*|文档|文書 ドキュメント
record|record dataset|datensatz* datensätze*|记录 数据行|レコード 記録
data|data|daten*|数据|データ
content|content contents|inhalt*|内容|内容 コンテンツ
comment|comment|kommentar*|注释 评论|コメント
script|script|skript*|脚本|スクリプト
command|command|befehl* kommando*|命令|コマンド
terminal|terminal shell console|terminal* konsole*|终端 控制台|ターミナル 端末 コンソール
option|flag switch|schalter* flag*|标志 开关|フラグ
property|property attribute|eigenschaft* attribut*|属性|プロパティ 属性
class|class|klasse*||クラス
subclass|subclass derived inherits|unterklasse* abgeleitet*|子类|サブクラス 派生
code|code source_code|code* quelltext*|代码|コード
syntax|syntax grammar|syntax*|语法|構文 文法
rule|rule policy|regel* richtlinie*|规则 策略|ルール 規則 ポリシー
condition|condition|bedingung*|条件|条件
step|step|schritt*|步骤|手順 ステップ
feature|feature functionality capability|funktion* feature*|功能 特性|機能
guarantee|guarantee guaranteed ensure assure|garant* sichergestellt sicherstell* gewährleist*|保证 确保|保証
failover|failover|failover*|故障转移|フェイルオーバー
replica|replica replication|replik*|副本 复制|レプリカ
shard|shard|shard*|分片|シャード
partition|partition|partition*|分区|パーティション
topic|topic|thema topic*|主题|トピック
consumer|consumer|konsument* verbraucher*|消费者|コンシューマー
producer|producer|produzent*|生产者|プロデューサー
cluster|cluster node|cluster* knoten*|集群 节点|クラスター クラスタ ノード
worker|worker|worker*|工作进程 工人|ワーカー
lock_out|suspend suspended ban|gesperrt* suspendier*|封禁 暂停|停止 凍結
transaction|transaction|transaktion*|事务|トランザクション
commit|commit committed|commit*|提交|コミット
branch|branch|zweig* branch*|分支|ブランチ
tag|tag label|tag* etikett*|标签|タグ ラベル
repository|repository repo|repository* repo*|仓库|リポジトリ
confirm|confirm confirmation acknowledge acknowledged ack|bestätig*|确认|確認 承認
approve|approve approval|genehmig* freigabe* freigegeben*|批准 审批|承認
report|report|bericht*|报告|レポート 報告
open_source|open_source|quelloffen*|开源|オープンソース
prevent|prevent avoid protect|verhinder* vermeid*|防止 阻止 避免|防ぐ 防止
cause|cause lead_to result_in because|verursach* führt führen|导致 造成 引起|引き起こ 原因
contain|hold carry contains|enthält|含有 带有|持つ 含ま
affect|affect impact apply applies|betrifft auswirk* gilt|影响 适用|影響 適用 対象
print|appear visible displayed shown|erschein* sichtbar* angezeigt*|出现 可见 显示|表示 現れ 見え
miss|missed miss missing|verpasst* fehlt fehlen fehlend*|错过 缺少 缺失|欠け 見逃 足りない
duplicate_entry|duplicates|dubletten duplikat*|重复项|重複
rotate|rotate rotation|rotier* rotation*|轮转 轮换|ローテーション
truncate|truncate shorten cut_off|abschneid* abgeschnitten* kürz*|截断 缩短|切り詰め 短縮
scale|scale scaling enlarge resize|skalier* vergrößer*|扩展 缩放 放大|拡大 スケール 縮小
quality|quality|qualität*|质量|品質
random|random randomly|zufällig*|随机|ランダム 無作為
reference|reference refer|verweis* referenz*|引用 参考|参照
previous|previous prior last_one|vorherig* vorig*|上一个 上一次 之前的|前の 直前
next|next following subsequent|nächst* folgend* darauffolgend*|下一个 下一次 接下来|次の 次回 以降の
current|current present now currently|aktuell* derzeit* jetzt gegenwärtig*|当前 目前 现在|現在 今の
move|move moved transfer relocate|verschieb* verschob* übertrag*|移动 转移 移到|移動 移され 移し
remaining|others remaining|übrig* restlich*|其余|残りの ほかの
weekly|weekly every_week|wöchentlich*|每周|毎週
monthly|monthly every_month|monatlich*|每月|毎月
daily|daily every_day|täglich*|每天 每日|毎日
hourly|hourly every_hour|stündlich*|每小时|毎時
all|everyone everybody anyone anything everything anywhere everywhere|jeder jedem jeden überall|所有人 任何人 谁都 到处|全員 誰でも どこでも
activity|activity activities active actively|aktivität* aktiv|活动 活跃|アクティブ 活動
performance|performance performant|leistung* performance|性能|性能 パフォーマンス
+keep|kept left_alone|beibehalt* beibehalten|保住|保たれ
send|sent sends sending resend resent|versand* versendet* geschickt* schickt|发出 寄出|送られ 送付 再送 再送信
hide|hidden|verborgen*|隐藏|隠され 非表示
choose|chosen chose|gewählt* ausgewählt*|选定|選ばれ 選定
+start|began begun starts|begonnen* begann|开始|始ま 始め
build|built rebuilt rebuild|gebaut*|重建|再構築
search|found searchable findable|gefunden* durchsuch* auffindbar*|找到 可搜索|見つか 検索でき
override|overwritten overridden|überschrieben*|被覆盖|上書き
contain|held|enthielt|含有|含み
-keep|withdrawn withdraw revoke revoked|widerruf* zurückgezogen* zurückzieh*|撤回 撤销|取り消 撤回
unknown_url|gone_missing absent|fehlt fehlen|不存在|存在しない
print|shown displays visible appears|angezeigt* sichtbar*|可见|表示され 見え
write|wrote overwrite|geschrieben*|写|書か
read|loaded fetched readable|gelesen* lesbar*|可读 读出|読め 読まれ
run|ran runs executed|läuft laufen ausgeführt*|运行 执行|動作 実行
connection|connects connecting|verbindet|连上|つなが
change|rewrite rewritten convert_to|umstell* umgestellt*|改写|書き直
unit_millisecond|milliseconds millisecond|millisekunden millisekunde|毫秒|ミリ秒
unit_second|seconds second|sekunden sekunde|秒钟 秒|秒
unit_minute|minutes minute|minuten minute|分钟|分間
unit_hour|hours hour|stunden stunde|小时|時間単位
unit_byte|bytes byte|bytes byte|字节|バイト
change|correct fix amend tweak correction|korrigier* korrektur*|更正 修正|修正 訂正
print|render rendered drawn draw|render* gezeichnet*|渲染 绘制|描画 レンダリング
print|printed printing printer|druck* gedruckt*|打印 印刷|印刷 プリンター
local|on_the_spot on_your_machine on_the_device|vor_ort auf_dem_gerät|就地|手元 端末内
restart|reboot relaunch restarted|neustart* neu_gestartet|重新启动|リブート 立ち上げ直
color|coloured colored|farbig*|彩色|カラー
delay|later subsequently|später|稍后|後で
both|both|beide*|两者 双方|両方 双方
split|split divide divided separate cut|aufteil* aufgeteilt* getrennt* zerleg*|拆分 拆开 分割|分割 分け
ban|ban banned punish punished penalty|bestraf*|处罚|罰
rank|outrank beat beats precede|geht_vor gehen_vor|优先|優先
alert|alarm alarms alert|alarm*|警报 报警 告警|警報 アラーム
reading|reading measurement measured|messwert* messung*|读数 测量值|測定値 計測
stale|stale outdated obsolete|veraltet*|过时 陈旧|古くなっ
trigger|trigger triggered|ausgelöst* auslös*|触发|発報 作動 トリガー
event|event events|ereignis*|事件|イベント
extra|additional additionally extra besides furthermore|zusätzlich*|额外|さらに 加えて
window|window windows|fenster*|窗口|ウィンドウ
mask|mask masked anonymise anonymize|anonymis*|脱敏|伏せ 匿名化
region|region regions|region*|地区|リージョン
leave|leave leaves exit|verlass*|离开|離れ 出る
join|join joins enter|beitret* beitritt*|加入|参加 加わ
assign|assign assigned allocate allocated|zuweis* zugewiesen* zuteil*|分配 指派|割り当て
belong|belong belongs|gehör*|属于|属し
attach|attach attached mount mounted|anhäng* einhäng*|附加 挂载|接続し マウント
pause|pause paused suspend suspended|pausier* angehalten*|暂停|一時停止
reach|reach reached hit exhausted|erreich* ausgeschöpft*|达到 用尽|達し 到達
count|count counts counted counting|zählt gezählt*|计数 计算|数え 計上
price|cent euro dollar|cent euro kostet kosten|费用 价钱 美元|円 ドル 費用
shorten|shortened cut_off clipped|gekürzt* beschnitt*|截短 裁剪|切り捨て 切り取
width|width wide wider|breite breiter|宽度|幅
height|height tall taller|höhe höher*|高度|高さ
weight|weight weigh weighs|gewicht* wieg*|重量|重さ 重量
distance|distance far|entfernung* abstand*|距离|距離
temperature|temperature|temperatur*|温度|温度
signal_loss|outage disconnection loses_the_connection connection_drops connection_is_lost|verbindungsabbruch* ausfall*|断线 掉线 断开连接|切断 接続が切れ
forward|forward forwarded relay|weitergeleitet* weiterleit*|转发|転送
accept|accept accepted accepts|angenomm* annimm* akzeptier*|接受 受理|受け付け 受理
order_original|original_order|ursprüngliche*|原来的 原始|元の 本来の
schedule|weekday weekdays workday|werktag* wochentag*|工作日|平日
exist|exist exists existing there_is|existier* vorhanden*|存在|存在
prepare|prepare prepared in_advance ahead_of_time beforehand|vorbereit* im_voraus vorab|预先 提前 准备|事前 あらかじめ 準備
demand|on_demand when_needed as_needed|bei_bedarf auf_anfrage|按需|必要に応じて オンデマンド 要求時
unique_id|id identifier|kennung*|标识 标识符|識別子
device|device devices terminal|gerät*|设备 终端|端末 デバイス 機器
employee|employee staff worker_member|mitarbeiter*|员工 职员|社員 従業員
manager|manager supervisor|vorgesetzt*|经理 主管|上司 責任者
night|night nightly overnight|nacht* nachts nächtlich*|夜间 夜里|夜 夜間 深夜
morning|morning|morgen*|早上 上午|朝 午前
weekday_1|monday|montag*|周一 星期一|月曜
weekday_2|tuesday|dienstag*|周二 星期二|火曜
weekday_3|wednesday|mittwoch*|周三 星期三|水曜
weekday_4|thursday|donnerstag*|周四 星期四|木曜
weekday_5|friday|freitag*|周五 星期五|金曜
weekday_6|saturday|samstag* sonnabend*|周六 星期六|土曜
weekday_7|sunday|sonntag*|周日 星期日 星期天|日曜
spelling|spelling typo|rechtschreib* tippfehler*|拼写|スペル 綴り
position|position place location|position* stelle*|位置|位置
shape|shape form|form gestalt|形状|形
end_user|reader audience|leser*|读者|読者
+keep|restored recoverable brought_back|wiederherstellbar*|可恢复|復元でき
-keep|lost vanish vanishes thrown_away wiped|verloren geht_verloren gehen_verloren weggeworfen*|丢失 遗失 丢掉|失われ 失わ 消失
+more|grow grows increase increases rise rises widen|wächst wachsen steigt steigen zunehm* nimmt_zu|增长 上升 变大|増え 増加 大きくな 上が
-more|shrink shrinks fall falls narrow decreases|schrumpf* sinkt sinken abnehm* nimmt_ab|下降 变小 减小|減り 減少 小さくな 下が
+concurrent_run|in_parallel concurrently side_by_side|parallel nebeneinander|并行|並列 並行
-concurrent_run|one_after_another sequentially one_by_one serially|nacheinander hintereinander|逐个 串行 一个接一个|一つずつ 順次 逐次
+landscape|landscape|querformat*|横向|横向き
-landscape|portrait|hochformat*|纵向 竖向|縦向き
+sides|one_side single_sided one_sided|einseitig*|单面|片面
-sides|both_sides double_sided two_sided duplex|beidseitig* doppelseitig*|双面|両面
+inbound|inbound incoming ingress|eingehend*|入站 传入|受信側
-inbound|outbound outgoing egress|ausgehend*|出站 传出|送信側
+eager|eager eagerly up_front|vorab|预先|先に
-eager|lazy lazily on_demand|bei_bedarf verzögert*|按需 延迟加载|遅延 必要に応じて
+cheap|cheaper|günstiger* billiger*|更便宜|安い 安く
-cheap|more_expensive dearer|teurer*|更贵|高い 高く
+visible|visible exposed|sichtbar*|可见|見える
-visible|invisible hidden concealed|unsichtbar* verborgen*|不可见 隐藏|見えな 隠れ
+reversible|reversible can_be_undone undoable|umkehrbar* rückgängig*|可撤销 可逆|元に戻せ 取り消せ
-reversible|irreversible final for_good permanent|unwiderruflich* endgültig* unumkehrbar*|不可逆 永久 彻底|取り消せな 元に戻せな
+join_in|opt_in|||オプトイン
-join_in|opt_out|||オプトアウト
+horizontal|horizontal horizontally|waagrecht* horizontal*|水平|水平
-horizontal|vertical vertically|senkrecht* vertikal*|垂直|垂直
+busy|busy occupied taken|besetzt* belegt* ausgelastet*|繁忙 占用|使用中 混雑
-busy|idle vacant unoccupied|unbelegt*|空闲|空い
`;
